import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { LauncherError, messages } from './messages.mjs'

/** The web workers of a station whose main process was killed end within this time, as `main.ts` has it. */
const orphansEndMs = 5000

/**
 * Throws if PORT is invalid or in use, before minutes are spent on preparation. The station itself reports the same if the
 * port is taken later, and checks the rest of the address.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export async function ensurePort({ PORT: text = '8080', HOST: host = '127.0.0.1' }) {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new LauncherError(messages.portMalformed(text))
  for (const fromMs = performance.now(); await isTaken(port, host);) {
    if (performance.now() - fromMs > orphansEndMs) throw new LauncherError(messages.portTaken(port))
    await delay(100)
  }
}

/**
 * @param {number} port
 * @param {string} host
 */
async function isTaken(port, host) {
  const server = createServer().listen({ port, host })
  try {
    await once(server, 'listening')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  }
  server.close()
  await once(server, 'close')
  return false
}
