import { commentDelete, commentThread, commentThumbUp } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { messagesChanged } from '../messages/messages-events.ts'
import { createWriterStore, type NewComment } from './writer-store.ts'
import { createThreadFixture, type Who } from './thread.fixture.ts'

const { beginEachTestInSilence, write, commit, list, idsOf, replies, messagesOf, hold, show, remove, t, titleId } =
  await createThreadFixture()
beginEachTestInSilence()

test('a removed comment without replies disappears; with replies an empty one stays until they are removed', async () => {
  const root = await write('lin', '要删的')
  const one = await write('mei', '回一句', root)
  const two = await write('bao', '再回', one)
  const del = async (as: Who, id: number) => (await t.make(commentDelete, { id }, { as })).data
  expect(await del('lin', root)).toEqual({})
  expect(await del('lin', root)).toEqual({ refusal: 'NoSuchComment' })
  expect(await del('mei', one)).toEqual({})
  const [thread] = (await list('mei')).list
  expect(thread).toMatchObject({
    gone: true,
    content: '',
    userId: 0,
    userNickName: '',
    mine: false,
    replies: { total: 2 },
  })
  expect(thread?.replies.list).toMatchObject([
    { gone: true, content: '' },
    { id: two, content: '再回', replyTo: { userNickName: '' } },
  ])
  expect(await commit('lin', { replyTo: root })).toEqual({ refusal: 'NoSuchComment' })
  expect((await t.make(commentThumbUp, { id: root }, { as: 'bao' })).data).toEqual({ refusal: 'NoSuchComment' })
  expect(await del('bao', two)).toEqual({})
  expect(await list('mei')).toEqual({ list: [], total: 0, all: 0 })
  expect((await t.platform.pool.query('select from comment')).rowCount).toBe(0)
})

test('replies during a removal are kept with the empty comment, or refused', async () => {
  const writer = createWriterStore(t.platform.db.withTables())
  for (let round = 0; round < 10; round++) {
    const root = await write('lin', `第${round}轮`)
    const answer: Omit<NewComment, 'userId'> = {
      kind: 'vod',
      subjectId: titleId,
      replyTo: root,
      content: '赶上了',
      state: 'shown',
      found: '',
      nowSec: 1,
    }
    const [written] = await Promise.all([
      Promise.all([1, 2, 3].map(() => writer.add({ ...answer, userId: t.people.mei.userId }))),
      writer.remove([root]),
    ])
    const kept = written.filter((id) => id !== null)
    const { rows } = await t.platform.pool.query('select state, reply_count from comment where id = $1', [root])
    expect(rows).toEqual(kept.length === 0 ? [] : [{ state: 'removed', reply_count: kept.length }])
  }
})

test('[I03] a held comment is seen by its author only, who cannot tell; its replies are hidden with it', async () => {
  const id = await write('lin', '加微信 abc12345')
  expect(await idsOf('lin')).toEqual([id])
  expect(await idsOf('mei')).toEqual([])
  expect(await idsOf()).toEqual([])
  expect((await list('lin')).all).toBe(1)
  await show(id)
  expect(await idsOf()).toEqual([id])
  const reply = await write('mei', '真的吗', id)
  await hold(reply)
  expect((await replies(id)).total).toBe(0)
  expect((await replies(id, 'mei')).total).toBe(1)
  expect((await list('mei')).list[0]?.replies).toMatchObject({ total: 1, list: [{ id: reply }] })
  await show(reply)
  await hold(id)
  expect((await t.make(commentThread, { id: reply }, { as: 'bao' })).data).toEqual({ refusal: 'NoSuchComment' })
  await remove(id)
  expect((await list('bao')).list[0]).toMatchObject({ gone: true, replies: { total: 1 } })
})

test('[I03] a held reply is not shown in messages until it is shown; thumbs for it stay', async () => {
  const root = await write('lin', '我写的')
  const reply = await write('mei', '难听的话', root)
  await t.make(commentThumbUp, { id: reply }, { as: 'bao' })
  const notified: unknown[] = []
  const stop = t.events.on(messagesChanged, (detail) => notified.push(detail))
  await hold(reply)
  expect(await messagesOf('lin')).toEqual([])
  expect(await messagesOf('mei')).toMatchObject([{ type: 'comment_thumb_up' }])
  expect(notified).toEqual([{ userIds: [t.people.lin.userId], isNews: false }])
  stop()
  await show(reply)
  expect(await messagesOf('lin')).toMatchObject([{ rid: reply, content: '难听的话' }])
})

test('[E07] a deleted user’s comments and thumbs are removed; replies of others keep their place', async () => {
  const root = await write('bao', '我要走了')
  await write('bao', '没人回的')
  const reply = await write('mei', '保重', root)
  const mine = await write('lin', '别人的')
  await t.make(commentThumbUp, { id: mine }, { as: 'bao' })
  await write('bao', '我的回复', mine)
  await t.platform.pool.query('update app_user set leave_at = 1 where id = $1', [t.people.bao.userId])
  await t.station.accounts.clean()
  const { list: left, all } = await list()
  expect(all).toBe(3)
  expect(left).toMatchObject([
    { id: mine, up: 0, replies: { total: 0 } },
    { id: root, gone: true, content: '', userId: 0, replies: { total: 1, list: [{ id: reply }] } },
  ])
  expect(await messagesOf('lin')).toEqual([])
})
