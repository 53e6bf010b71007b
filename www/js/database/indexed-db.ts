// IndexedDB with promises.

/** @template Result @param {IDBRequest<Result>} request @returns {Promise<Result>} */
export const answerOf = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
export const endOf = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("aborted")));
  });

/**
 * @param {IDBFactory} factory @param {string} name @param {(database: IDBDatabase) => void} make  its stores, the first time
 * @returns {Promise<IDBDatabase>} rejects where nothing may be stored
 */
export async function openDatabase(factory, name, make) {
  const request = factory.open(name, 1);
  request.onupgradeneeded = () => make(request.result);
  const database = await answerOf(request);
  database.onversionchange = () => database.close(); // it is being deleted
  return database;
}
