import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** What the ingest process is started with. Travels in its environment, which other users cannot read. */
export const IngestOrder = z.object({
  liveDir: z.string(),
  /** What `createKeyedHash` is given. */
  secret: z.string(),
  rtmpHost: z.string(),
  /** 0 takes no pushes. */
  rtmpPort: z.int(),
  egressAllow: z.array(z.string()),
})
export type IngestOrder = z.output<typeof IngestOrder>

/** The variable that carries the order. */
export const orderVariable = 'YUNMU_INGEST'

const IngestState = z.object({
  pid: z.int(),
  /** Tells the process from a later one of the same number. */
  start: z.string(),
  /** Where the proxy for foreign streams listens, on loopback. */
  proxyPort: z.int(),
  /** Whether pushes are taken. */
  pushes: z.boolean(),
  /** Of the order: another order wants another process. */
  digest: z.string(),
})
/** What is to be known of a running ingest process. */
export type IngestState = z.output<typeof IngestState>

const file = (liveDir: string): string => join(liveDir, 'ingest.json')

export function writeIngestState(liveDir: string, state: IngestState): void {
  writeFileSync(`${file(liveDir)}.${state.pid}`, JSON.stringify(state))
  renameSync(`${file(liveDir)}.${state.pid}`, file(liveDir))
}

export function readIngestState(liveDir: string): IngestState | undefined {
  try {
    return IngestState.parse(JSON.parse(readFileSync(file(liveDir), 'utf8')))
  } catch {
    return undefined
  }
}
