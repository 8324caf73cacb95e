import { listen } from './listen.ts'

const storageKey = 'stream'

let own: string | null = null

/**
 * The key under which the server counts what this tab plays. A tab keeps it when it loads another page; another tab has
 * its own.
 */
export function ownStream(): string {
  if (own !== null) return own
  const stream = sessionStorage.getItem(storageKey) ?? draw()
  own = stream
  const take = (): void => sessionStorage.removeItem(storageKey)
  take()
  // Stored only while no page is there to be duplicated: a duplicated tab is another one.
  listen(window, { pagehide: () => sessionStorage.setItem(storageKey, stream), pageshow: take })
  return stream
}

function draw(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
