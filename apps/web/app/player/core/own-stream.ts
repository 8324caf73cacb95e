let stream: string | null = null

/** The key under which the server counts what this page plays: drawn once for each page, so two tabs are two streams. */
export function ownStream(): string {
  stream ??= Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return stream
}
