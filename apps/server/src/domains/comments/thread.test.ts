import { commentReplies, commentThread, commentThumbUp } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { createThreadFixture } from './thread.fixture.ts'

const { beginEachTestInSilence, about, write, commit, list, idsOf, replies, t, titleId } = await createThreadFixture()
beginEachTestInSilence()

test('comments need an existing subject and a text', async () => {
  expect(await commit('lin', { id: 999 })).toEqual({ refusal: 'NoSuchTitle' })
  expect(await commit('lin', { kind: 'live', id: 8 })).toEqual({ refusal: 'NoSuchChannel' })
  expect(await commit('lin', { kind: 'match', id: 8 })).toEqual({ refusal: 'NoSuchMatch' })
  expect(await commit('lin', { replyTo: 999 })).toEqual({ refusal: 'NoSuchComment' })
  const elsewhere = await write('lin', '第一句')
  expect(await commit('lin', { kind: 'live', id: 7, replyTo: elsewhere })).toEqual({ refusal: 'NoSuchComment' })
  expect(await commit('lin', { content: '\u200B \n\u202E' })).toEqual({ refusal: 'CommentInvalid' })
  expect(await commit('lin', { content: '长'.repeat(1001) })).toEqual({ refusal: 'CommentInvalid' })
  expect((await list('lin')).total).toBe(1)
})

test('a comment is stored cleaned and shown to everybody at once, newest first', async () => {
  expect((await list()).list).toEqual([])
  const first = await write('lin', '  开头\u202E那段\n\n\n\n真好𠮷 ')
  const second = await write('mei', '再看一遍')
  const { list: shown, total, all } = await list()
  expect({ total, all }).toEqual({ total: 2, all: 2 })
  expect(shown.map(({ id }) => id)).toEqual([second, first])
  expect(shown[1]).toMatchObject({
    content: '开头那段\n\n真好𠮷',
    userNickName: '林',
    mine: false,
    thumbed: 'none',
    gone: false,
  })
  expect((await list('lin')).list[1]).toMatchObject({ mine: true })
  expect((await list('lin', 'new', 2)).list).toEqual([])
})

test('replies are in one list below the comment, whatever they answer, and name the answered author', async () => {
  const root = await write('lin', '谁记得插曲的名字')
  const one = await write('mei', '叫灯塔', root)
  const two = await write('bao', '不对，叫海雾', one)
  const three = await write('lin', '谢谢两位', two)
  const [thread] = (await list('mei')).list
  expect(thread?.replies).toMatchObject({
    total: 3,
    list: [
      { id: one, replyTo: null },
      { id: two, replyTo: { id: one, userNickName: '梅' } },
    ],
  })
  expect((await replies(root)).list.map(({ id }) => id)).toEqual([one, two, three])
  expect((await t.make(commentReplies, { id: one, page: 1 }, {})).data).toEqual({ refusal: 'NoSuchComment' })
  expect((await t.make(commentThread, { id: three }, {})).data).toMatchObject({
    ...about,
    thread: { id: root, replies: { total: 3, list: [{ id: one }, { id: two }, { id: three }] } },
  })
  expect((await t.make(commentThread, { id: 9999 }, {})).data).toEqual({ refusal: 'NoSuchComment' })
  expect((await list()).all).toBe(4)
})

test('the hottest come first: thumbs and replies raise, thumbs down and age lower', async () => {
  const liked = await write('lin', '被赞的')
  const answered = await write('lin', '被回的')
  const plain = await write('lin', '普通的')
  await t.make(commentThumbUp, { id: liked }, { as: 'mei' })
  await write('mei', '一', answered)
  await write('bao', '二', answered)
  expect(await idsOf('mei', 'hot')).toEqual([answered, liked, plain])
  await t.platform.pool.query('update comment set created_at = created_at - 30 * 86400 where id = $1', [answered])
  expect(await idsOf('mei', 'hot')).toEqual([liked, plain, answered])
})

test('comments of blocked users are hidden from the blocker only', async () => {
  const root = await write('bao', '讨厌的话')
  const other = await write('lin', '好话')
  await write('bao', '又是我', other)
  await t.platform.pool.query(
    "insert into user_block (user_id, blocked_id, kind, created_at) values ($1, $2, 'comment', 0)",
    [t.people.mei.userId, t.people.bao.userId],
  )
  expect(await idsOf('mei')).toEqual([other])
  expect((await replies(other, 'mei')).total).toBe(0)
  expect((await t.make(commentThread, { id: root }, { as: 'mei' })).data).toEqual({ refusal: 'NoSuchComment' })
  expect(await idsOf()).toEqual([other, root])
})

test('lists of visitors are cached, and rebuilt when a comment is written', async () => {
  await write('lin', '一')
  expect((await list()).total).toBe(1)
  await t.platform.pool.query(
    "insert into comment (user_id, kind, subject_id, content, created_at) values ($1, 'vod', $2, '悄悄', 1)",
    [t.people.lin.userId, titleId],
  )
  expect((await list()).total).toBe(1)
  await write('mei', '二')
  expect((await list()).total).toBe(3)
})

test('a list has at most a thousand comments, and counts all of them', async () => {
  await t.platform.pool.query(
    `insert into comment (user_id, kind, subject_id, content, created_at)
      select $1, 'vod', $2, n::text, n from generate_series(1, 1100) n`,
    [t.people.lin.userId, titleId],
  )
  expect(await list('mei', 'new', 50)).toMatchObject({ total: 1000, all: 1100, list: { length: 20 } })
  expect(await list('mei', 'new', 51)).toMatchObject({ total: 1000, all: 1100, list: [] })
})
