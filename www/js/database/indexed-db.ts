// IndexedDB with promises.

export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

/** Opens a database; `create` makes its stores the first time. Rejects where the browser forbids storage. */
export async function openDatabase(
  name: string,
  create: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result);
  const database = await resultOf(request);
  database.onversionchange = () => database.close(); // another tab deletes it
  return database;
}

/** Changes a store in one transaction. If `change` throws, nothing is changed. Rejects where the change cannot be stored. */
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
  end.catch(() => {}); // awaited below, unless `change` throws
  try {
    await change(transaction.objectStore(name));
  } catch (error) {
    transaction.abort();
    throw error;
  }
  await end;
}

/** Has the browser write to the disk before a transaction ends. */
export const DURABLE: IDBTransactionOptions = { durability: "strict" };
