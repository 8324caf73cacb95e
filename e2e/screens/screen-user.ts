import { splitToken } from '@yunmu/contract/wire/token'
import type { TestStation } from '../in-process-station.ts'
import { addSampleLists } from '../sample-data.ts'

const hourSec = 3600
const filmSec = 5400
/** Duration of the title that is played. */
const playedSec = 60

/** The user on the pictures, with a token of a session. */
export interface ScreenUser {
  name: string
  token: string
}

const commentTexts = [
  '灯塔那一段拍得真好，光一亮起来就回到了小时候。',
  '主持人这次问得很准，没有一句废话。',
  '最后三分钟站着看完的，嗓子都哑了。',
  '片尾曲在哪里可以听到？',
  '第三集的雪夜是全剧最好的一场戏，音乐停得恰到好处。',
  '画面调色很舒服，晚上关了灯看最合适。',
]

async function post(url: string, { token }: ScreenUser, path: string, body: object): Promise<void> {
  const query = new URLSearchParams({ ...splitToken(token) }).toString()
  const response = await fetch(`${url}${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!/"code":0\b/.test(text)) throw new Error(`${path} was refused: ${text}`)
}

/**
 * Adds a user who has watched and favourited these titles, newest first, has written a danmaku on the first of them,
 * and has entries in every list.
 */
export async function addScreenUser(testStation: TestStation, titleIds: readonly number[]): Promise<ScreenUser> {
  const { url, platform, station } = testStation
  const name = `lin${Date.now().toString(36)}`
  const { manager } = station.accounts
  const added = await manager.add({ name, email: `${name}@beiyu.example`, password: 'wanquan-budui-93' })
  const issued = await manager.issueToken(name, { name: '客厅电视', days: 1, scope: 'account' })
  if (typeof added === 'string' || typeof issued === 'string') throw new Error(`${name} could not be made`)
  const user = { name, token: issued.token }
  const nowSec = Math.floor(Date.now() / 1000)
  await post(url, user, '/pub/user/update', { userNickName: '临海的林' })
  const list = titleIds.map((id, at) => {
    const [duration, percent] = [at === 0 ? playedSec : filmSec, 12 + at * 7]
    const currentTime = Math.floor((duration * percent) / 100)
    const saveTime = nowSec - 60 - at * 5 * hourSec
    return { type: 'vod', id, episode: 1, duration, percent, currentTime, saveTime, title: '' }
  })
  await post(url, user, '/pub/user/watches/sync', { list })
  for (const id of titleIds.toReversed()) await post(url, user, '/pub/vod/favorite', { id })
  const [titleId = 0] = titleIds
  const danmaku = { time: 17.6, mode: 'scroll', color: 0xffffff, size: 25, text: '灯亮了，船就敢回来' }
  await post(url, user, '/danmaku/send', { kind: 'vod', id: titleId, level: 1, ...danmaku })
  await addSampleLists(platform, { userId: added.id, nowSec, follows: 12, comments: commentTexts, titleId })
  return user
}
