import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Configuration of the ingest process, passed in its environment, which other users cannot read. */
export const IngestConfig = z.object({
  liveDir: z.string(),
  /** The secret for `createKeyedHash`. */
  secret: z.string(),
  rtmpHost: z.string(),
  /** 0: no pushes are accepted. */
  rtmpPort: z.int(),
  egressAllow: z.array(z.string()),
})
export type IngestConfig = z.output<typeof IngestConfig>

/** The environment variable of the configuration. */
export const configVariable = 'YUNMU_INGEST'

const IngestState = z.object({
  pid: z.int(),
  /** Start time, which distinguishes the process from a later one with the same id. */
  start: z.string(),
  /** The real path of the folder that it serves. A copied folder contains the state of the original's process. */
  folder: z.string(),
  /** Port of the proxy for remote streams, on loopback. */
  proxyPort: z.int(),
  /** Whether pushes are accepted. */
  pushes: z.boolean(),
  /** Digest of the configuration: a changed configuration needs a new process. */
  digest: z.string(),
})
/** State of a running ingest process. */
export type IngestState = z.output<typeof IngestState>

const file = (liveDir: string): string => join(liveDir, 'ingest.json')

export const writeIngestState = (liveDir: string, state: Omit<IngestState, 'folder'>): void =>
  writeJson(file(liveDir), { ...state, folder: realpathSync(liveDir) })

/** Undefined if there is no state, or it belongs to the folder from which this one was copied. */
export function readIngestState(liveDir: string): IngestState | undefined {
  const state = readJson(file(liveDir), IngestState)
  return state && state.folder === realpathSync(liveDir) ? state : undefined
}

const Serials = z.record(z.string(), z.int())
const serialsFile = (liveDir: string): string => join(liveDir, 'push-serials.json')

/** Passes the serial numbers of push keys to the ingest process, which has no database connection. */
export const writePushSerials = (liveDir: string, serials: ReadonlyMap<number, number>): void =>
  writeJson(serialsFile(liveDir), Object.fromEntries(serials))

/** The serial number of each stream; 0 if its keys were never revoked. */
export function readPushSerials(liveDir: string): (streamId: number) => number {
  const serials = readJson(serialsFile(liveDir), Serials) ?? {}
  return (streamId) => serials[String(streamId)] ?? 0
}

function writeJson(path: string, value: unknown): void {
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, JSON.stringify(value))
  renameSync(temporary, path)
}

function readJson<Schema extends z.ZodMiniType>(path: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
