import { noChannel, type ChannelEntry } from '@yunmu/formats'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { readLineup } from '../channel-lineup.ts'
import { createChannelStore, type ChannelToSave } from '../channel-store.ts'
import type { LiveTables } from '../live-tables.ts'
import { importList, type ListImportOptions } from './import-list.ts'

const database = await createTestDatabase()
const store = createChannelStore(database.db.withTables<LiveTables>())
const options: ListImportOptions = { always: false, replace: false, trusted: false, logos: true }
const nowSec = 1_795_000_000

beforeEach(() => database.pool.query('truncate channel cascade'))

const entry = (name: string, url: string, logo = ''): ChannelEntry => ({ ...noChannel, name, url, logo })
const save = async (channels: readonly ChannelToSave[]): Promise<number[]> => {
  const ids: number[] = []
  for (const channel of channels) ids.push(await store.save(channel, nowSec))
  return ids
}
const importEntries = (
  entries: ChannelEntry[],
  fetchLogo: (address: string) => Promise<string | null> = async () => null,
) =>
  importList(
    { store, save, addLogos: store.addLogos, fetchLogo, recorded: { sourceKindOf: () => 'remote' } },
    entries,
    options,
  )
const kept = async () => {
  const { channels } = await readLineup(store)
  const sources = await store.sources(channels.flatMap(({ streams }) => streams.map(({ id }) => id)))
  const linesOf = (ids: number[]) => ids.flatMap((id) => (sources.get(id) ?? []).map(({ address }) => address))
  return channels.map(({ name, logo, streams }) => [name, logo, linesOf(streams.map(({ id }) => id)).toSorted()])
}

test('[G03] changes of channels are kept while their logos are fetched', async () => {
  const list = ['北岸台', '南岸台', '东岸台'].map((name, at) =>
    entry(name, `http://a/${at}`, `http://logos.example/${at}`),
  )
  const { logos, added } = await importEntries(list, async (address) => {
    if (!address.endsWith('/0')) return `/media/logos/${address.at(-1)}.webp`
    const { channels } = await readLineup(store)
    const idOf = (name: string): number => channels.find((channel) => channel.name === name)?.id ?? 0
    await store.remove([idOf('南岸台')])
    await store.addLogos(new Map([[idOf('东岸台'), '/own.webp']]))
    await importEntries([entry('东岸台', 'http://b/2')])
    return '/media/logos/0.webp'
  })
  expect([added, logos]).toEqual([3, 1])
  expect(await kept()).toEqual([
    ['北岸台', '/media/logos/0.webp', ['http://a/0']],
    ['东岸台', '/own.webp', ['http://a/2', 'http://b/2']],
  ])
})

test('[G03] of concurrent imports, no addresses are lost', async () => {
  const urls = ['http://a/1', 'http://b/1', 'http://c/1', 'http://d/1']
  const taken = await Promise.all(urls.map((url) => importEntries([entry('北岸台', url)])))
  expect(taken.reduce((sum, { added }) => sum + added, 0)).toBe(1)
  expect(await kept()).toEqual([['北岸台', '', urls]])
})
