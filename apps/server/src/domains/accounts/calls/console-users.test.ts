import {
  commentCommit,
  consoleAuditList,
  consoleAuditUndo,
  consoleUserDelete,
  consoleUserDisable,
  consoleUserFind,
  consoleUserShow,
  replyCode,
  userInfo,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { accountsOf, password } from '../../../testing/accounts.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp
let linxia = 0
const as = { as: 'mei' } as const
const refusalOf = ({ data }: { data: unknown }): unknown =>
  data instanceof Object && 'refusal' in data ? data.refusal : data
const entryOf = ({ data }: { data: unknown }): number =>
  data instanceof Object && 'entryId' in data ? Number(data.entryId) : 0

beforeAll(async () => {
  t = await buildTestApp()
  await t.makeOperator('mei')
  const added = await t.station.accounts.manager.add({ name: 'LinXia', email: 'lx@post.example', password })
  linxia = typeof added === 'string' ? 0 : added.id
})

test('[E07] operators neither disable nor delete themselves by mistake, nor a user whose number they did not write twice', async () => {
  const own = t.people.mei.userId
  const refusals = [
    await t.make(consoleUserShow, { id: 2_000_000 }, as),
    await t.make(consoleUserDisable, { id: 2_000_000, disabled: true }, as),
    await t.make(consoleUserDisable, { id: own, disabled: true }, as),
    await t.make(consoleUserDisable, { id: linxia, disabled: false }, as),
    await t.make(consoleUserDelete, { id: linxia, confirmId: own }, as),
    await t.make(consoleUserDelete, { id: own, confirmId: own }, as),
    await t.make(consoleUserDelete, { id: 2_000_000, confirmId: 2_000_000 }, as),
  ].map(refusalOf)
  expect(refusals).toEqual([
    'NoSuchUser',
    'NoSuchUser',
    'OwnAccount',
    'NothingChanged',
    'IdsDiffer',
    'OwnAccount',
    'NoSuchUser',
  ])
})

test('[E07] users are found by number and by a part of name, nickname or address, the exact ones first, without secrets', async () => {
  await t.station.accounts.manager.add({ name: `${linxia}`.padStart(4, '9'), email: '', password })
  const find = async (text: string) => (await t.make(consoleUserFind, { text, limit: 20 }, as)).data
  for (const text of ['linxia', 'INXI', 'post.ex', 'LX@post.example']) {
    expect(await find(text)).toMatchObject({ list: [{ id: linxia, name: 'LinXia' }] })
  }
  expect(await find(String(linxia))).toMatchObject({ list: [{ id: linxia }, {}] })
  expect(await find('100%_')).toEqual({ list: [] })
  expect(JSON.stringify(await find(''))).not.toMatch(/argon2|passwordHash|minors/)
})

test('[E07] a user is shown with sessions, orders and comments', async () => {
  const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
  await t.make(commentCommit, { kind: 'vod', id, content: '好看' }, { as: 'lin' })
  const { data } = await t.make(consoleUserShow, { id: t.people.lin.userId }, as)
  expect(data).toMatchObject({
    user: { name: 'lin', authorityId: 0 },
    hasPassword: false,
    isMinor: false,
    sessions: 1,
    counts: { orders: 0, comments: 1 },
  })
})

test('[E07] disabling signs a user out and is undone by the audit log; a later change of it comes first', async () => {
  const a = accountsOf(t)
  const disabled = await t.make(consoleUserDisable, { id: t.people.lin.userId, disabled: true }, as)
  expect((await t.make(userInfo, {}, { as: 'lin' })).code).toBe(replyCode.sessionEnded)
  const enabled = await t.make(consoleUserDisable, { id: t.people.lin.userId, disabled: false }, as)
  await t.make(consoleUserDisable, { id: linxia, disabled: true }, as)
  expect(refusalOf(await a.login('linxia'))).toBe('AccountDisabled')
  expect(refusalOf(await t.make(consoleAuditUndo, { id: entryOf(disabled) }, as))).toBe('ChangedSince')
  await t.make(consoleAuditUndo, { id: entryOf(enabled) }, as)
  expect((await t.make(consoleUserShow, { id: t.people.lin.userId }, as)).data).toMatchObject({
    user: { disabled: true },
  })
  const log = await t.make(consoleAuditList, { subject: `user ${linxia}`, limit: 5 }, as)
  expect(log.data).toMatchObject({ list: [{ act: 'user disable', actor: 'mei' }] })
  const [entry] = await t.station.audit.find({ subject: `user ${linxia}` }, 1)
  expect(entry).toMatchObject({ after: { disabled: true } })
  await t.make(consoleAuditUndo, { id: entry?.id ?? 0 }, as)
  expect(await a.login('linxia')).toMatchObject({ code: replyCode.done })
})

test('[E07] a deleted user is gone with its sessions, and nothing of the person stays in the audit log', async () => {
  const a = accountsOf(t)
  await a.login('linxia')
  const done = await t.make(consoleUserDelete, { id: linxia, confirmId: linxia }, as)
  expect(refusalOf(await a.login('linxia'))).toBe('LoginWrong')
  const left = `select id from user_session where user_id = $1 union all select null from app_user where id = $1`
  expect((await t.platform.pool.query(left, [linxia])).rows).toEqual([])
  const [entry] = await t.station.audit.find({ act: 'user delete' }, 1)
  expect(entry).toMatchObject({ id: entryOf(done), subject: `user ${linxia}`, before: null, after: null })
  expect(refusalOf(await t.make(consoleAuditUndo, { id: entryOf(done) }, as))).toBe('CannotBeUndone')
})
