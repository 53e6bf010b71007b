// Wraps IndexedDB in promises.

export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

/**
 * Opens a database. If the database does not exist yet, calls `create` to create its object stores. Rejects if the
 * browser forbids storage.
 */
export async function openDatabase(
  name: string,
  create: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result);
  const database = await resultOf(request);
  database.onversionchange = () => database.close(); // so that another tab can delete it
  return database;
}

/** Changes a store in one transaction. If `change` throws, nothing is changed. Rejects if the change cannot be stored. */
export async function writeIn(
  database: IDBDatabase,
  name: string,
  change: (store: IDBObjectStore) => void | Promise<void>,
  options?: IDBTransactionOptions,
): Promise<void> {
  const transaction = database.transaction(name, "readwrite", options);
  const end = new Promise<void>((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("aborted")));
  });
  end.catch(() => {}); // prevents an unhandled rejection if `change` throws; otherwise `end` is awaited below
  try {
    await change(transaction.objectStore(name));
  } catch (error) {
    transaction.abort();
    throw error;
  }
  await end;
}

/** Options that make the browser write to the disk before a transaction completes. */
export const DURABLE: IDBTransactionOptions = { durability: "strict" };
