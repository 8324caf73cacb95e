import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** What the ingest process is started with. Travels in its environment, which other users cannot read. */
export const IngestConfig = z.object({
  liveDir: z.string(),
  /** What `createKeyedHash` is given. */
  secret: z.string(),
  rtmpHost: z.string(),
  /** 0 takes no pushes. */
  rtmpPort: z.int(),
  egressAllow: z.array(z.string()),
})
export type IngestConfig = z.output<typeof IngestConfig>

/** The variable that carries the order. */
export const configVariable = 'YUNMU_INGEST'

const IngestState = z.object({
  pid: z.int(),
  /** Tells the process from a later one of the same number. */
  start: z.string(),
  /** The real path of the folder that it serves: a copy of the folder names the process of the original. */
  folder: z.string(),
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

export const writeIngestState = (liveDir: string, state: Omit<IngestState, 'folder'>): void =>
  writeJson(file(liveDir), { ...state, folder: realpathSync(liveDir) })

/** Undefined where none is noted, or one of the folder that this one was copied from. */
export function readIngestState(liveDir: string): IngestState | undefined {
  const state = readJson(file(liveDir), IngestState)
  return state && state.folder === realpathSync(liveDir) ? state : undefined
}

const Serials = z.record(z.string(), z.int())
const serialsFile = (liveDir: string): string => join(liveDir, 'push-serials.json')

/** How often the keys of streams were ended: the recorder tells the ingest process, which knows no database. */
export const writePushSerials = (liveDir: string, serials: ReadonlyMap<number, number>): void =>
  writeJson(serialsFile(liveDir), Object.fromEntries(serials))

/** The serial of each stream; 0 for those that were never ended. */
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
