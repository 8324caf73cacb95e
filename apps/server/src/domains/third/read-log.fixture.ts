import { Writable } from 'node:stream'
import { createLogger, type Logger } from '../../platform/process/logger.ts'

/** A logger at level trace whose output can be read. */
export function openLog(): { log: Logger; text(): string; clear(): void } {
  let text = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  return {
    log: createLogger({ level: 'trace', destination }),
    text: () => text,
    clear() {
      text = ''
    },
  }
}
