import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import process from 'node:process'
import { readConfig } from '../../config.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { openPlatform } from '../../platform/open-platform.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { createStation } from '../../station.ts'
import { aLinearChannel } from '../channels.ts'
import { aTitle } from '../titles.ts'
import { fixturePassword, fixtureRows } from './fixture-rows.ts'
import { addSchedule, dumpStation, formatDump, insertRows } from './station-dump.ts'

/**
 * Writes a fixture of the present version, which every later version must upgrade: a dump of a small station with rows in
 * every table. Run it once for a release. It never overwrites a file.
 */
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')))
const createdSec = 1_795_000_000
const dataDir = mkdtempSync(join(tmpdir(), 'yunmu-fixture-'))
const log = createLogger({ level: 'warn' })
const opened = await openPlatform({
  config: readConfig({ YUNMU_DATA: dataDir, DEMO: '0' }, '/'),
  log,
  print: () => undefined,
  ignoreFullDisk: true,
})
const platform = { ...opened, clock: { nowMs: () => createdSec * 1000 } }
const station = createStation(platform)

const presentSchedules = ['accounts.clean', 'catalog.recount']
/** Names that scheduled jobs had before this version. Their last job waits in the queues of stations that are older. */
const renamedSchedules = ['danmaku.makeWaiting', 'library.forgetRemoved']

async function addPerson(name: string): Promise<number> {
  const added = await station.accounts.manager.add({ name, email: `${name}@example.com`, password: fixturePassword })
  if (typeof added === 'string') throw new Error(`${name}: ${added}`)
  return added.id
}

async function fill(): Promise<void> {
  const { catalog, live, media } = station
  const [user, other] = [await addPerson('linxia'), await addPerson('meizi')]
  const asset = await media.assets.createAsset({ demo: false, nowSec: createdSec })
  const { id: title } = await catalog.writer.saveTitle(aTitle({ origin: 'fixture:1', name: '旧日来信' }), createdSec)
  const episode = { source: '云播', level: 1, name: '第1集', assetId: asset, durationMs: 1_200_000 }
  await catalog.writer.saveEpisodes(title, [episode], createdSec)
  const source = { address: 'https://example.com/1.m3u8', userAgent: '' }
  const [line] = aLinearChannel({ name: '', number: 1 }).lines
  const [channel = 0] = await live.save([
    {
      ...aLinearChannel({ name: '云幕一套', number: 1 }),
      lines: line ? [{ ...line, sources: [source] }] : [],
    },
  ])
  const stream = (await live.lineup()).byId.get(channel)?.streams[0]?.id ?? 0
  const rows = fixtureRows({ user, other, title, channel, stream, asset, createdSec })
  for (const [table, own] of Object.entries(rows)) await insertRows(platform.pool, table, own)
  // The ids of the rows that the recorder writes.
  await platform.pool.query("select nextval('run_id')")
  await platform.jobs.enqueue(defineJob('mail.deliver', z.object({ id: z.int() })), { id: 1 })
  for (const task of [...presentSchedules, ...renamedSchedules]) await addSchedule(platform.pool, task, createdSec)
}

try {
  await fill()
  const file = join(import.meta.dirname, `../../../fixtures/upgrade-${version}.jsonl`)
  writeFileSync(file, formatDump(await dumpStation(platform.pool)), { flag: 'wx' })
  process.stdout.write(`${file}\n`)
} finally {
  await station.close()
  await opened.close()
  rmSync(dataDir, { recursive: true, force: true })
}
