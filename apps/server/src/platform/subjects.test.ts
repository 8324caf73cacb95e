import { CommentKind, subjectKinds } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aMatch, knowsLive } from '../testing/live.ts'
import { buildTestApp } from '../testing/test-app.ts'
import { aTitle } from '../testing/titles.ts'
import { createSubjects, type SubjectKind } from './subjects.ts'

const [, matches] = knowsLive([], [aMatch({ id: 3 })])
const kinds = matches ? [matches] : []
const closedLines = async () => new Set<number>()

test('a kind that no domain has registered has no subjects, and nothing of it plays or is found', async () => {
  const subjects = createSubjects()
  const match = { kind: 'match', id: 3, level: 0 } as const
  expect(await subjects.findVisible('match', [3])).toEqual(new Map())
  expect(await subjects.cards('match', [3], 0)).toEqual([])
  expect((await subjects.findSummaries([{ kind: 'match', id: 3 }], 0))({ kind: 'match', id: 3 })).toBeNull()
  expect([await subjects.isVisible(match), await subjects.exists(match, 0)]).toEqual([false, false])
  expect(await subjects.timelineOf(match, 0)).toBe('NoSuchMatch')
  expect(await subjects.retentionSec(match)).toBeNull()
  expect(subjects.urlOf({ ...match, streamId: 0 }, { pidId: 0, types: '' })).toBe('')
  expect(await subjects.findPlayable({ type: 'match', id: 3, line: 0, level: 1, closedLines }, 0)).toBe('NothingToPlay')
  expect([subjects.hasEpisodes('match'), subjects.isEndless('match'), subjects.kindsWithEpisodes()]).toEqual([
    false,
    false,
    [],
  ])
  expect(await subjects.search('match').find('决赛', { offset: 0, limit: 5, nowMs: 0 })).toEqual({ list: [], total: 0 })
})

test('a registered kind answers for its subjects alone', async () => {
  const subjects = createSubjects()
  const playable = { line: 1, assetId: 9, vip: false }
  const final: NonNullable<SubjectKind<'match'>['playback']> = {
    types: ['match'],
    find: async ({ id }) => (id === 3 ? { ...playable, subject: { kind: 'match', id } } : 'NothingToPlay'),
  }
  subjects.register(kinds.map((kind) => ({ ...kind, playback: final })))
  expect(await subjects.exists({ kind: 'match', id: 3, level: 0 }, 0)).toBe(true)
  expect(await subjects.exists({ kind: 'match', id: 4, level: 0 }, 0)).toBe(false)
  expect(await subjects.isVisible({ kind: 'live', id: 3 })).toBe(false)
  expect(await subjects.cards('match', [4, 3], 0)).toMatchObject([{ id: 3 }])
  expect(await subjects.findPlayable({ type: 'match', id: 3, line: 0, level: 1, closedLines }, 0)).toEqual({
    ...playable,
    subject: { kind: 'match', id: 3 },
  })
  expect(await subjects.findPlayable({ type: 'vod', id: 3, line: 0, level: 1, closedLines }, 0)).toBe('NothingToPlay')
})

test('two domains cannot register one kind', () => {
  const subjects = createSubjects()
  subjects.register(kinds)
  expect(() => subjects.register(kinds)).toThrow('two domains register subjects of the kind match')
})

test('subjects registered by domains are in the registry: a title has episodes, a timeline and an address', async () => {
  const t = await buildTestApp()
  const { subjects, catalog } = t.station
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { id } = await catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec)
  const episode = { source: '云播', level: 1, name: '1', state: 'ready', durationMs: 60_000 } as const
  await catalog.writer.saveEpisodes(id, [episode], nowSec)
  await catalog.listing.refresh([id])
  expect(await subjects.findVisible('vod', [id])).toMatchObject(new Map([[id, { name: '雾港来信' }]]))
  expect(await subjects.exists({ kind: 'vod', id, level: 1 }, nowSec)).toBe(true)
  expect(await subjects.exists({ kind: 'vod', id, level: 2 }, nowSec)).toBe(false)
  expect([subjects.kindsWithEpisodes(), subjects.hasEpisodes('vod'), subjects.hasEpisodes('live')]).toEqual([
    ['vod'],
    true,
    false,
  ])
  expect([subjects.isEndless('live'), subjects.isEndless('vod')]).toEqual([true, false])
  expect(await subjects.timelineOf({ kind: 'vod', id, level: 1 }, t.clock.nowMs())).toEqual({ durationMs: 60_000 })
  const summary = (await subjects.findSummaries([{ kind: 'vod', id }], nowSec))({ kind: 'vod', id })
  expect(subjects.urlOf({ kind: 'vod', id, streamId: 0 }, summary ?? { pidId: 0, types: '' })).toMatch(`${id}`)
  expect(await subjects.findPlayable({ type: 'vod', id, line: 0, level: 1, closedLines }, t.clock.nowMs())).toBe(
    'EpisodeNotReady',
  )
})

test('the database accepts the kinds of the contract, and no others, where texts and messages name them', async () => {
  const { platform } = await buildTestApp()
  const { rows } = await platform.pool.query<{ name: string; definition: string }>(
    `select relname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'c' and relname in ('comment', 'danmaku', 'message')
     order by relname`,
  )
  const checks = rows.filter(({ definition }) => /\(kind = ANY/.test(definition))
  const accepted = checks.map(({ name, definition }): [string, string[]] => [
    name,
    [...definition.matchAll(/'(\w+)'::text/g)].map(([, kind = '']) => kind).toSorted(),
  ])
  const expected = ['comment', 'danmaku', 'message'].map((name) => [name, CommentKind.options.toSorted()])
  expect(accepted).toEqual(expected)
})

test('kinds have episodes exactly where the contract says so', async () => {
  const { station } = await buildTestApp()
  expect(station.subjects.kindsWithEpisodes()).toEqual(
    CommentKind.options.filter((kind) => subjectKinds[kind].hasEpisodes),
  )
})
