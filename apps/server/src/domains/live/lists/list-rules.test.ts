import { noChannel, type ChannelEntry } from '@yunmu/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LineupChannel } from '../channel-lineup.ts'
import type { ChannelToSave } from '../channel-store.ts'
import { channelsOfList, type ExistingChannel, type ListOptions } from './list-rules.ts'

const options: ListOptions = { always: false, replace: false }
const entry = (name: string, url: string, given: Partial<ChannelEntry> = {}): ChannelEntry => ({
  ...noChannel,
  name,
  url,
  ...given,
})

/** The channels after a list was imported. */
function known(channels: readonly ChannelToSave[]): ExistingChannel[] {
  return channels.map((channel, at) => ({
    channel: {
      id: at + 1,
      groupId: 1,
      matchId: null,
      tagId: null,
      createdAt: 0,
      types: channel.tag?.type ?? 'tv',
      typeName: channel.tag?.name ?? '国内',
      overseas: channel.tag !== null,
      group: channel.group.name,
      origin: channel.origin,
      number: channel.number,
      name: channel.name,
      aliases: [...channel.aliases],
      guideId: channel.guideId,
      logo: '',
      replayDays: channel.replayDays,
      dvrSec: channel.dvrSec,
      demo: false,
      lockedFields: [],
      hidden: false,
      vip: false,
      catchupDays: 0,
      disabledStreams: [],
      streams: channel.lines.map((line, index) => ({
        id: at * 10 + index,
        channelId: at + 1,
        line: index + 1,
        name: line.name,
        kind: line.kind,
        onDemand: line.onDemand,
        quality: '',
        saving: false,
        targetSec: 0,
        catchupDays: 0,
        disabled: false,
      })),
    } satisfies LineupChannel,
    sources: channel.lines.map(({ sources }) => sources),
  }))
}

const addresses = (channel: ChannelToSave | undefined): string[][] =>
  (channel?.lines ?? []).map(({ sources }) => sources.map(({ address }) => address))

test('[G03] entries of one name in any spelling become one channel with a line per address', () => {
  const channels = channelsOfList(
    [
      entry('CCTV-1 综合', 'http://a/1', { group: '央视', number: 1, tvgId: 'cctv1' }),
      entry('央视一套', 'http://b/1', { userAgent: 'Box' }),
      entry('ＣＣＴＶ１ 高清', 'http://a/1'),
      entry('湖南卫视', 'http://a/2', { number: 1 }),
    ],
    [],
    options,
  )
  expect(channels).toMatchObject([
    {
      number: 1,
      name: 'CCTV-1 综合',
      group: { name: '央视' },
      guideId: 'cctv1',
      replayDays: 0,
      lines: [
        {
          name: '线路一',
          onDemand: true,
          sources: [{ address: 'http://a/1' }],
        },
        {
          name: '线路二',
          sources: [
            {
              address: 'http://b/1',
              userAgent: 'Box',
            },
          ],
        },
      ],
    },
    { number: 101, name: '湖南卫视', group: { name: '其他' } },
  ])
})

test('[G03] options for all channels override the list', () => {
  const tag = { type: 'beimei', name: '北美' }
  const [channel] = channelsOfList([entry('金桥', 'http://a/1', { group: '杂' })], [], {
    group: '海外',
    tag,
    always: true,
    replace: false,
  })
  expect(channel).toMatchObject({ group: { name: '海外', overseas: true }, tag, replayDays: 7 })
  expect(channel?.lines[0]?.onDemand).toBe(false)
})

test('[G03] further addresses become fallbacks, and importing a list again changes nothing', () => {
  const list = Array.from({ length: 11 }, (_, at) => entry('北岸台', `http://a/${at}`))
  const first = channelsOfList(list, [], options)
  expect(addresses(first[0]).map((line) => line.length)).toEqual([3, 3, 3, 2])
  const again = channelsOfList(list, known(first), options)
  expect(again).toEqual(first)
  expect(channelsOfList(list, known(again), options)).toEqual(again)
})

test('[G02] catch-up attributes are stored with the address if a catch-up URL can be built from them', () => {
  const catchup = { type: 'append', days: 3, source: '?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}' }
  const said = [
    catchup,
    { ...catchup, days: 0 },
    { ...catchup, days: 400 },
    { ...catchup, source: '?id={catchup-id}' },
    null,
  ]
  const list = said.map((each, at) => entry(`北岸${at}台`, `http://a/${at}`, { catchup: each }))
  const kept = channelsOfList(list, [], options).map(({ lines }) => lines[0]?.sources[0]?.catchup)
  expect(kept).toEqual([catchup, { ...catchup, days: 7 }, { ...catchup, days: 30 }, undefined, undefined])
  const first = channelsOfList(list, [], options)
  expect(channelsOfList(list, known(first), options)).toEqual(first)
})

test('[G03] a list is added to existing channels, or replaces their addresses', () => {
  const there = known(channelsOfList([entry('北岸台', 'http://old/1')], [], { ...options, always: true }))
  const next = [entry('北岸台 HD', 'http://new/1')]
  const [added] = channelsOfList(next, there, options)
  expect([addresses(added), added?.lines[0]?.onDemand]).toEqual([[['http://old/1'], ['http://new/1']], false])
  expect(addresses(channelsOfList(next, there, { ...options, replace: true })[0])).toEqual([['http://new/1']])
})

test('[G03] aliases never take the name of another channel, however often a list is imported', () => {
  const list = [
    entry('北岸台', 'http://a/1'),
    entry('南岸台', 'http://a/2', { tvgName: '北岸台' }),
    entry('东岸台', 'http://a/3', { tvgName: '南岸台' }),
  ]
  const first = channelsOfList(list, [], options)
  const again = channelsOfList(list, known(first), options)
  expect(again).toEqual(first)
  expect(channelsOfList(list.toReversed(), known(again.toReversed()), options).toReversed()).toEqual(first)
})

test('[G03] two names in a list that belong to one existing channel give one channel with the addresses of both', () => {
  const there = known(channelsOfList([entry('北岸台', 'http://old/1', { tvgName: '北岸一套' })], [], options))
  const channels = channelsOfList([entry('北岸台', 'http://a/1'), entry('北岸一套', 'http://a/2')], there, options)
  expect(channels.map(addresses)).toEqual([[['http://old/1'], ['http://a/1'], ['http://a/2']]])
})

test('[G03] for any list each channel is saved once, and importing the same list again changes nothing', () => {
  const name = fc.constantFrom('北岸台', '南岸台', '东岸台', '西岸台')
  const entries = fc.array(fc.record({ name, tvgName: fc.option(name, { nil: '' }), at: fc.nat(20) }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(entries, entries, (one, other) => {
      const listed = [one, other].map((list) =>
        list.map(({ at, ...given }) => entry(given.name, `http://a/${at}`, given)),
      )
      let there = known([])
      for (const list of listed) {
        const saved = channelsOfList(list, there, options)
        const origins = saved.map(({ origin }) => origin)
        expect(new Set(origins).size).toBe(origins.length)
        const kept = there.filter(({ channel }) => !origins.includes(channel.origin))
        there = [...kept, ...known(saved)]
        const again = channelsOfList(list, there, options)
        expect(again.map(({ origin, lines }) => [origin, lines])).toEqual(
          saved.map(({ origin, lines }) => [origin, lines]),
        )
      }
    }),
  )
})

test('[G03] a channel with its own schedule is not merged with a list, and keeps its number', () => {
  const [own] = known(channelsOfList([entry('云幕一套', 'http://a/1', { number: 1 })], [], options))
  if (!own) throw new Error('there is one channel')
  const linear = own.channel.streams.map((stream) => ({ ...stream, kind: 'linear' as const }))
  const there = { ...own, channel: { ...own.channel, origin: 'demo:1', streams: linear } }
  expect(channelsOfList([entry('云幕一套', 'http://b/1', { number: 1 })], [there], options)).toMatchObject([
    { origin: expect.stringMatching(/^list:/), number: 101 },
  ])
})
