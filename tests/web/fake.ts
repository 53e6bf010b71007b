/** Returns an object that has only the members that a test uses as a whole `T`. */
export const fake = <T>(part: Partial<T>): T => part as T;
