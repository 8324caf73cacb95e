import {
  calls,
  callsByDomain,
  defineCall,
  consoleAuditList,
  consoleAuditUndo,
  consoleCategoryList,
  consoleCategorySet,
  consoleEpisodeMove,
  consoleEpisodeSet,
  consolePeopleRename,
  consoleSourceOrder,
  consoleTitleDelete,
  consoleTitleFind,
  consoleTitleLock,
  consoleTitleMerge,
  consoleTitlePublish,
  consoleTitleSet,
  consoleTitleShow,
  consoleTitleSplit,
  type Call,
} from '@yunmu/contract'
import { splitToken } from '@yunmu/contract/wire'
import * as z from 'zod/mini'
import { beforeAll, describe, expect, test } from 'vitest'
import { appendAudit } from './platform/audit/audit.ts'
import { mountCall, type CallRegistry } from './platform/calls/mount-call.ts'
import { assertNoUndeclaredRefusals } from './testing/undeclared-refusals.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

let t: TestApp
let id = 0
let other = 0
beforeAll(async () => {
  t = await buildTestApp()
  await t.makeOperator('mei')
  const save = async (name: string) =>
    (
      await t.station.catalog.writer.saveTitle(
        aTitle({
          name,
          directors: ['张三'],
          episodes: [1, 2].map((level) => ({ source: '云播', level, name: `${level}` })),
        }),
        1,
      )
    ).id
  id = await save('雾港来信')
  other = await save('雾港')
})

const as = { as: 'mei' } as const
const refusalOf = ({ data }: { data: unknown }): unknown =>
  data instanceof Object && 'refusal' in data ? data.refusal : data
const entryOf = ({ data }: { data: unknown }): number =>
  data instanceof Object && 'entryId' in data ? Number(data.entryId) : 0

/** Whatever a call of users writes to the audit log in the name of its caller fails its test: acts are among these. */
const operatorCalls: readonly Call[] = calls.filter(({ caller }) => caller === 'operator')

test('[E07] every call that acts in the name of its caller is one of operators', async () => {
  const acting = (caller: 'user' | 'operator') =>
    defineCall({
      name: `acting${caller}`,
      summary: 'Writes to the audit log',
      method: 'POST',
      path: `/acting/${caller}`,
      caller,
      send: z.object({}),
      reply: z.object({}),
      refusals: [],
    })
  const modules = ({ db }: Pick<TestApp['platform'], 'db'>) => [
    {
      name: 'acting',
      calls(registry: CallRegistry) {
        for (const caller of ['user', 'operator'] as const)
          mountCall(registry, acting(caller), async ({ viewer: { name: actor } }) => {
            const entry = { atSec: 1, actor, domain: 'acting', act: 'act', subject: 'x', before: null, after: null }
            await db.transaction().execute((tx) => appendAudit(tx, entry))
            return {}
          })
      },
    },
  ]
  const app = await buildTestApp({}, { modules })
  await app.makeOperator('mei')
  await app.make(acting('operator'), {}, { as: 'mei' })
  expect(assertNoUndeclaredRefusals).not.toThrow()
  await app.make(acting('user'), {}, { as: 'mei' })
  expect(assertNoUndeclaredRefusals).toThrow('actinguser wrote to the audit log')
  expect(operatorCalls).toEqual(expect.arrayContaining([...callsByDomain.console]))
})

describe.each<Call>([...operatorCalls])('$name', (call) => {
  const send = async (token: string) => {
    const query = new URLSearchParams({ ...splitToken(token) })
    return t.app.inject({ method: 'POST', url: `${call.path}?${query.toString()}`, payload: {} })
  }

  test('[E07] is for operators, and its path is below /console/', async () => {
    expect(call).toMatchObject({ caller: 'operator', method: 'POST' })
    expect(call.path).toMatch(/^\/console\//)
    expect((await send('')).json().data).toEqual({ refusal: 'LoginNeeded' })
    expect((await send(await t.tokenOf('lin'))).json().data).toEqual({ refusal: 'OperatorNeeded' })
    expect((await send(await t.tokenOf('mei'))).json().data).not.toEqual({ refusal: 'OperatorNeeded' })
  })
})

test('[E07] what cannot be corrected is refused by name', async () => {
  const refusals = [
    await t.make(consoleTitleShow, { id: 2_000_000 }, as),
    await t.make(consoleTitleSet, { id, fields: { 片名: '' }, lock: true }, as),
    await t.make(consoleTitleSet, { id, fields: { 名字: '一' }, lock: true }, as),
    await t.make(consoleTitleSet, { id, fields: { 年份: '2026' }, lock: false }, as),
    await t.make(consoleTitleLock, { id, fields: ['名字'], locked: true }, as),
    await t.make(consoleTitleMerge, { id, into: id }, as),
    await t.make(consoleTitleSplit, { id }, as),
    await t.make(consoleTitleDelete, { id, deleted: false }, as),
    await t.make(consoleEpisodeSet, { at: { titleId: id, source: '云播', level: 9 }, name: '一', lock: true }, as),
    await t.make(
      consoleEpisodeMove,
      { at: { titleId: id, source: '云播', level: 1 }, to: { titleId: id, source: '云播', level: 2 } },
      as,
    ),
    await t.make(consoleSourceOrder, { titleId: id, names: ['没有'] }, as),
    await t.make(consoleCategorySet, { id: 999, name: '一' }, as),
    await t.make(consolePeopleRename, { from: '没有', to: '一', lock: true }, as),
    await t.make(consoleAuditUndo, { id: 777 }, as),
  ].map(refusalOf)
  expect(refusals).toEqual([
    'NoSuchTitle',
    'FieldInvalid',
    'FieldInvalid',
    'NothingChanged',
    'FieldInvalid',
    'SameTitle',
    'NothingToSplit',
    'NothingChanged',
    'NoSuchEpisode',
    'PlaceTaken',
    'NoSuchLine',
    'NoSuchCategory',
    'NoSuchPerson',
    'NoSuchEntry',
  ])
})

test("[E07] an operator's program corrects, reads the audit log and undoes", async () => {
  const set = await t.make(consoleTitleSet, { id, fields: { 片名: '雾港的来信', year: '2024' }, lock: true }, as)
  expect(set.code).toBe(0)
  const { data } = await t.make(consoleTitleShow, { id }, as)
  expect(data).toMatchObject({
    title: { name: '雾港的来信', year: 2024, lockedFields: ['letter', 'name', 'year'] },
    sources: [{ name: '云播', episodes: 2, first: 1, last: 2 }],
  })
  const hidden = await t.make(consoleTitlePublish, { id, published: false }, as)
  expect((await t.make(consoleTitleFind, { text: '雾港', only: 'hidden', limit: 20 }, as)).data).toMatchObject({
    list: [{ id }],
  })
  const log = await t.make(consoleAuditList, { subject: `title ${id}`, limit: 20 }, as)
  expect(log.data).toMatchObject({
    list: [
      { id: entryOf(hidden), act: 'title hide' },
      { id: entryOf(set), act: 'title set', undoneBy: null },
    ],
  })
  // What an entry changed is sent of one that is asked for.
  expect(JSON.stringify(log.data)).not.toContain('"before"')
  expect((await t.make(consoleAuditList, { id: entryOf(set), limit: 20 }, as)).data).toMatchObject({
    list: [
      { id: entryOf(set), before: { title: { [id]: { year: 2026 } } }, after: { title: { [id]: { year: 2024 } } } },
    ],
  })
  await t.make(consoleAuditUndo, { id: entryOf(hidden) }, as)
  const merged = await t.make(consoleTitleMerge, { id, into: other }, as)
  expect(refusalOf(await t.make(consoleTitlePublish, { id, published: true }, as))).toBe('TitleMerged')
  await t.make(consoleAuditUndo, { id: entryOf(merged) }, as)
  await t.make(consoleAuditUndo, { id: entryOf(set) }, as)
  expect((await t.make(consoleTitleShow, { id }, as)).data).toMatchObject({
    title: { name: '雾港来信', year: 2026, published: true, lockedFields: [], mergedInto: null },
  })
  expect((await t.make(consoleCategoryList, {}, as)).code).toBe(0)
})
