import {
  callsByDomain,
  commentCaptcha,
  commentCommit,
  commentDelete,
  commentList,
  commentReplies,
  commentThread,
  commentThumbDown,
  commentThumbUp,
  myCommentList,
} from '@yunmu/contract'
import { expect, test } from 'vitest'
import { type Answer } from '../../testing/test-app.ts'
import { titlesChanged } from '../catalog/index.ts'
import { buildCommentsStation } from './comments.fixture.ts'

const { t, titleId } = await buildCommentsStation()
const list = async (as: 'lin' | 'mei', page = 1, size = 30) =>
  (await t.make(myCommentList, { page, size }, { as })).data

/** Inserts comments directly. */
async function write(as: 'lin' | 'mei', kind: string, subjectId: number, content: string, at: number): Promise<void> {
  const columns = 'user_id, kind, subject_id, content, created_at, up_count, down_count'
  await t.platform.pool.query(`insert into comment (${columns}) values ($1, $2, $3, $4, $5, 2, 1)`, [
    t.people[as].userId,
    kind,
    subjectId,
    content,
    at,
  ])
}

test('[B13] a user without comments has an empty list', async () => {
  expect(await list('lin')).toEqual({ list: [], total: 0, page: 1, size: 30 })
})

test('[B13] own comments are listed with their subjects, newest first, in pages', async () => {
  await write('lin', 'vod', titleId, '灯塔那一段拍得真好', 10)
  await write('lin', 'live', 7, '今晚有什么', 20)
  await write('lin', 'match', 3, '进了！', 30)
  const whole = await list('lin')
  expect(whole).toMatchObject({ total: 3, page: 1, size: 30 })
  expect(whole).toHaveProperty('list', [
    expect.objectContaining({
      content: '进了！',
      about: { kind: 'match', id: 3, url: '/match/play/3/0', name: '江海港务 北屿远航', img: '', gone: false },
    }),
    expect.objectContaining({
      content: '今晚有什么',
      about: { kind: 'live', id: 7, url: '/player/live/tv/0/7', name: '云幕一套', img: '/media/logo/7', gone: false },
    }),
    {
      id: expect.any(Number),
      userId: t.people.lin.userId,
      userNickName: '林',
      userPortrait: '',
      vip: false,
      content: '灯塔那一段拍得真好',
      createTime: 10,
      up: 2,
      down: 1,
      mine: true,
      about: {
        kind: 'vod',
        id: titleId,
        url: `/details/2/${titleId}`,
        name: '雾港来信',
        img: expect.stringMatching(/^\/media\//),
        gone: false,
      },
    },
  ])
  expect(await list('lin', 2, 2)).toMatchObject({ list: [{ content: '灯塔那一段拍得真好' }], total: 3, page: 2 })
  expect(await list('lin', 9, 2)).toMatchObject({ list: [], total: 3 })
})

/** Each call, made by 梅 on comments of 林 that only 林 may see, and its expected reply. */
const matrix = (id: number): readonly [name: string, make: () => Promise<Answer>, expected: unknown][] => {
  const as = { as: 'mei' } as const
  const gone = { refusal: 'NoSuchComment' }
  const answer = { kind: 'live', id: 7, replyTo: id, content: '回一句' } as const
  return [
    ['commentCaptcha', () => t.make(commentCaptcha, {}, as), expect.objectContaining({ needed: false })],
    ['commentCommit', () => t.make(commentCommit, answer, as), gone],
    ['commentDelete', () => t.make(commentDelete, { id }, as), gone],
    [
      'commentList',
      () => t.make(commentList, { kind: 'live', id: 7, order: 'new', page: 1 }, as),
      { list: [], total: 0, all: 0, page: 1, size: 20 },
    ],
    ['commentReplies', () => t.make(commentReplies, { id, page: 1 }, as), gone],
    ['commentThread', () => t.make(commentThread, { id }, as), gone],
    ['commentThumbDown', () => t.make(commentThumbDown, { id }, as), gone],
    ['commentThumbUp', () => t.make(commentThumbUp, { id }, as), gone],
    [
      'myCommentList',
      () => t.make(myCommentList, { page: 1, size: 10 }, as),
      { list: [], total: 0, page: 1, size: 10 },
    ],
  ]
}

test('[E07] nothing that one user requests shows or changes what only another may see', async () => {
  const { rows } = await t.platform.pool.query<{ id: number }>(
    "update comment set state = 'held' where content = '今晚有什么' returning id",
  )
  const cases = matrix(rows[0]?.id ?? 0)
  expect(cases.map(([name]) => name).toSorted()).toEqual(callsByDomain.comments.map(({ name }) => name).toSorted())
  const before = await t.station.comments.exportOf(t.people.lin.userId)
  expect(before).toHaveLength(3)
  for (const [name, make, expected] of cases) expect([name, (await make()).data]).toEqual([name, expected])
  expect(await t.station.comments.exportOf(t.people.lin.userId)).toEqual(before)
})

test('[E07] nobody can remove comments of another user', async () => {
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from comment where content = '进了！'")
  const id = rows[0]?.id ?? 0
  expect((await t.make(commentDelete, { id }, { as: 'mei' })).data).toEqual({ refusal: 'NoSuchComment' })
  expect(await t.station.comments.exportOf(t.people.lin.userId)).toHaveLength(3)
})

test('[E07] the export of a user contains all own comments, and nothing of others', async () => {
  await write('mei', 'vod', titleId, '再看一遍', 40)
  const mine = await t.station.comments.exportOf(t.people.mei.userId)
  expect(mine).toEqual([
    {
      id: expect.any(Number),
      about: {
        kind: 'vod',
        id: titleId,
        name: '雾港来信',
      },
      content: '再看一遍',
      time: new Date(40_000).toISOString(),
      up: 2,
      down: 1,
    },
  ])
})

test('[B13] a comment outlives its subject, and a VIP is shown as one', async () => {
  await t.platform.pool.query('delete from title_listing where title_id = $1', [titleId])
  t.events.announce(titlesChanged, { ids: [titleId] })
  expect(await list('mei')).toMatchObject({
    list: [
      {
        content: '再看一遍',
        userNickName: '梅',
        vip: true,
        about: {
          kind: 'vod',
          id: titleId,
          url: '',
          name: '',
          img: '',
          gone: true,
        },
      },
    ],
    total: 1,
  })
})
