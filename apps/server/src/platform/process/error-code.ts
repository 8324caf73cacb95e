/** The `code` of a Node or PostgreSQL error (`ENOENT`, `28P01`), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
