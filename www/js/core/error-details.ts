import type { Side } from "./xiangqi.ts";

/**
 * The fields that an error of the rules, of a record reader or of the engine may have. `code`, `field` and `value` name
 * the rejected input. The error of a bad FEN lists all `reasons` for the rejection. The error of a bad record has the
 * `format` of the record and the `moveNumber`, `side`, `line` and `token` at fault.
 */
export interface ErrorDetails {
  name?: string;
  message?: string;
  code?: string;
  field?: string;
  value?: unknown;
  reasons?: ErrorDetails[];
  reason?: string;
  refusal?: string;
  fault?: string;
  format?: string;
  token?: string;
  moveNumber?: number | null;
  side?: Side | null;
  color?: Side;
  role?: string;
  file?: string;
  rank?: number | string;
  line?: number | null;
}

/** Returns a caught value as an object whose fields can be read; `{}` if the value is not an object. */
export const errorDetails = (error: unknown): ErrorDetails =>
  error !== null && typeof error === "object" ? error : {};
