import { commentCommit, commentList, commentReplies, userPortrait, userUpdate } from '@yunmu/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ageAccounts } from '../../testing/accounts.ts'
import { buildCommentsStation } from './comments.fixture.ts'

const { t, titleId } = await buildCommentsStation()
await ageAccounts(t)
const about = { kind: 'vod', id: titleId } as const
const Written = z.object({ comment: z.object({ id: z.int() }) })
const List = z.object({ list: z.array(z.object({ userNickName: z.string(), userPortrait: z.string() })) })

const write = async (as: 'lin' | 'mei', content: string, replyTo?: number): Promise<number> => {
  const { data } = await t.make(
    commentCommit,
    { ...about, content, ...(replyTo === undefined ? {} : { replyTo }) },
    { as },
  )
  return Written.parse(data).comment.id
}
/** The authors of the comments, and of the replies to the first one, as visitors see them from the cache. */
const comments = async () => List.parse((await t.make(commentList, { ...about, order: 'new', page: 1 }, {})).data).list
const replies = async (id: number) => List.parse((await t.make(commentReplies, { id, page: 1 }, {})).data).list

test('[I01] comments and replies show a new nickname and portrait of their author, though they are cached', async () => {
  const id = await write('lin', '灯塔那一段拍得真好')
  await write('mei', '同意', id)
  expect([await comments(), await replies(id)]).toMatchObject([[{ userNickName: '林' }], [{ userNickName: '梅' }]])

  await t.make(userUpdate, { userNickName: '林木' }, { as: 'lin' })
  await t.make(userUpdate, { userNickName: '梅花' }, { as: 'mei' })
  await t.refreshLists()
  expect([await comments(), await replies(id)]).toMatchObject([[{ userNickName: '林木' }], [{ userNickName: '梅花' }]])

  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
  const image = (await picture.png().toBuffer()).toString('base64')
  await t.make(userPortrait, { image }, { as: 'lin' })
  await t.refreshLists()
  expect(await comments()).toMatchObject([{ userPortrait: expect.stringMatching(/^\/media\//) }])
})

test('[I01] who changes the nickname sees it in the comments at once', async () => {
  await comments()
  const changed = await t.make(userUpdate, { userNickName: '林间' }, { as: 'lin' })
  const cookie = String(changed.headers['set-cookie']).split(';', 1)[0] ?? ''
  const { data } = await t.make(commentList, { ...about, order: 'new', page: 1 }, { headers: { cookie } })
  expect(data).toMatchObject({ list: [{ userNickName: '林间' }] })
})
