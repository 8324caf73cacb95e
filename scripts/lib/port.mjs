import { once } from 'node:events'
import { createServer } from 'node:net'
import { LauncherError, messages } from './messages.mjs'

/**
 * Refuses a PORT that cannot be listened on before minutes go into preparing. The station says the same words where the
 * port is taken later; everything else about the address is left to it.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export async function ensurePort({ PORT: text = '8080', HOST: host = '127.0.0.1' }) {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new LauncherError(messages.portMalformed(text))
  const server = createServer().listen({ port, host })
  try {
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (isTaken) throw new LauncherError(messages.portTaken(port))
    return
  }
  server.close()
  await once(server, 'close')
}
