import { writeXmltv, type XmltvChannel, type XmltvProgramme } from '@yunmu/formats'
import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { createEgress } from '../../platform/egress/egress.ts'
import { createEvents, defineEvent } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { atFileEnd, resetModulesAfterFile } from '../../testing/at-file-end.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import * as z from 'zod/mini'
import { fillDraft } from './fill-draft.ts'
import { writeGuide } from './merge-store.ts'
import type { RunImport } from './run-import.ts'
import { createGuide, guideChanged, type GuideEvent, type GuideNeeds, type GuidePlatform } from './index.ts'
import type { GuideTables } from './guide-tables.ts'

/** A guide with its own database, which is emptied before each test. */
const database = await createTestDatabase()
export const folder = await mkdtemp(join(tmpdir(), 'yunmu-guide-'))
export const served = { status: 200, body: Buffer.alloc(0), etag: '', requests: 0 }
const server = createServer((request, reply) => {
  served.requests++
  const isKnown = served.etag !== '' && request.headers['if-none-match'] === served.etag
  reply.writeHead(isKnown ? 304 : served.status, served.etag === '' ? {} : { etag: served.etag })
  reply.end(isKnown ? undefined : served.body)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
export const port = Number(Object(server.address()).port)
const egress = createEgress({ allow: [`127.0.0.1:${port}`] })
resetModulesAfterFile()
atFileEnd(async () => {
  server.close()
  await egress.close()
  await rm(folder, { recursive: true })
})

export const nowMs = Date.UTC(2026, 10, 21, 4)
export const nowSec = nowMs / 1000
export const clock = { now: nowMs, nowMs: () => clock.now }
const events = createEvents(localBus, (err) => {
  throw err
})
const empty = { list: [], total: 0, page: 1, size: 1 }
export const station = [
  { id: 1, name: 'CCTV-1 综合', aliases: [], guideId: '' },
  { id: 2, name: '湖南卫视', aliases: [], guideId: '' },
  { id: 3, name: '云幕影院', aliases: [], guideId: 'cinema' },
]
export const platform: GuidePlatform = {
  db: database.db,
  config: { dataDir: folder },
  clock,
  events,
  egress,
  connection: database.connection,
  log: createLogger({ level: 'silent' }),
}
export const needs: GuideNeeds = {
  channels: {
    all: async () => station,
    replayable: async (ids) => {
      const week = {
        sinceMs: nowMs - 7 * 86_400_000,
        running: true,
      }
      return new Map(ids.filter((id) => id < 4).map((id) => [id, id === 1 ? week : null]))
    },
    replayUrl: async () => 'NoReplay',
  },
  lists: {
    overseas: async () => empty,
    linear: async () => empty,
    active: async () => empty,
    recommended: async () => [],
    ranked: async () => [],
  },
  channelsChanged: defineEvent('test.channels', z.object({})),
}
export const db = database.db.withTables<GuideTables>()
export const workerGuide = createGuide(platform, needs)
/** Imports without a worker, whose start takes longer than most imports of the tests. */
export const importInProcess: RunImport = (order, { onMessage }) =>
  writeGuide(db, (draft) => fillDraft(order, draft, onMessage))
export const guide = createGuide(platform, { ...needs, runImport: importInProcess })
/** Number of change events in a test. */
export const observed = { changes: 0 }
events.on(guideChanged, () => observed.changes++)

export const channel = (id: string, ...names: string[]): XmltvChannel => ({ kind: 'channel', id, names, icon: '' })
/** A programme that begins `hour` hours from now. */
export const programme = (on: string, title: string, hour: number, length: number | null = 1): XmltvProgramme => ({
  kind: 'programme',
  channel: on,
  title,
  subtitle: '',
  description: '',
  categories: [],
  episode: '',
  icon: '',
  startSec: nowSec + hour * 3600,
  stopSec: length === null ? null : nowSec + (hour + length) * 3600,
})
export const xml = (...entries: (XmltvChannel | XmltvProgramme)[]): Buffer =>
  Buffer.from([...writeXmltv(entries)].join(''))
export const usual = [channel('a', 'CCTV1'), channel('b', '湖南衛視 HD')]

let files = 0
export async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${++files}.xml`)
  await writeFile(path, bytes)
  return path
}
export interface Imported {
  results: string[] | 'busy'
  events: GuideEvent[]
}
export async function importFrom(
  address: string,
  settings: Parameters<typeof guide.sources.save>[1] = {},
  by = guide,
): Promise<Imported> {
  const reported: GuideEvent[] = []
  const source = await guide.sources.save(address, settings, nowSec)
  const report = (event: GuideEvent): void => void reported.push(event)
  const results = await by.importSources([source], { signal: new AbortController().signal, report })
  return { results, events: reported }
}
/** Imports another file from the same source. */
export async function importBytes(bytes: Uint8Array): Promise<Imported> {
  await writeFile(join(folder, 'guide'), bytes)
  return importFrom(join(folder, 'guide'))
}
export const reasonOf = ({ events: reported }: Imported): string =>
  reported.map((event) => (event.event === 'failed' ? event.reason : '')).join('')
/** A channel's programmes: name, start and end in hours from now. */
export const shown = async (id: number): Promise<[string, number, number][]> =>
  (await guide.of(id, nowSec - 90 * 86_400, nowSec + 90 * 86_400)).map(({ name, startSec, endSec }) => [
    ...([name, (startSec - nowSec) / 3600, (endSec - nowSec) / 3600] as const),
  ])

beforeEach(async () => {
  await database.pool.query('truncate programme, removed_programme; truncate guide_source cascade')
  events.announce(guideChanged, {})
  observed.changes = 0
  clock.now = nowMs
})
