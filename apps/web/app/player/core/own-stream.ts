const storageKey = 'stream'

/**
 * The key under which the server counts what this tab plays. A tab keeps it when it loads another page; another tab has
 * its own.
 */
export function ownStream(): string {
  const stored = sessionStorage.getItem(storageKey)
  if (stored !== null) return stored
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const stream = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem(storageKey, stream)
  return stream
}
