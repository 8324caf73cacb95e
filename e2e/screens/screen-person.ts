import { splitToken } from '@yunmu/contract/wire/token'
import type { FilmStation } from '../film-station.ts'
import { giveLists } from '../own-lists.ts'

const hourSec = 3600
const filmSec = 5400
/** Of the one that is played. */
const playedSec = 60

/** Who is on the pictures, with a token of a session. */
export interface ScreenPerson {
  name: string
  token: string
}

const written = [
  '灯塔那一段拍得真好，光一亮起来就回到了小时候。',
  '主持人这次问得很准，没有一句废话。',
  '最后三分钟站着看完的，嗓子都哑了。',
  '片尾曲在哪里可以听到？',
  '第三集的雪夜是全剧最好的一场戏，音乐停得恰到好处。',
  '画面调色很舒服，晚上关了灯看最合适。',
]

async function post(url: string, { token }: ScreenPerson, path: string, body: object): Promise<void> {
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
 * Signs somebody up who has watched and kept these titles, the latest first, said something over the
 * first of them, and has something in every list.
 */
export async function makeScreenPerson(film: FilmStation, titleIds: readonly number[]): Promise<ScreenPerson> {
  const { url, platform, station } = film
  const name = `lin${Date.now().toString(36)}`
  const { manager } = station.accounts
  const added = await manager.add({ name, email: `${name}@beiyu.example`, password: 'wanquan-budui-93' })
  const issued = await manager.issueToken(name, { name: '客厅电视', days: 1 })
  if (typeof added === 'string' || typeof issued === 'string') throw new Error(`${name} could not be made`)
  const person = { name, token: issued.token }
  const nowSec = Math.floor(Date.now() / 1000)
  await post(url, person, '/pub/user/update', { userNickName: '临海的林' })
  const list = titleIds.map((id, at) => {
    const [duration, percent] = [at === 0 ? playedSec : filmSec, 12 + at * 7]
    const currentTime = Math.floor((duration * percent) / 100)
    const saveTime = nowSec - 60 - at * 5 * hourSec
    return { type: 'vod', id, episode: 1, duration, percent, currentTime, saveTime, title: '' }
  })
  await post(url, person, '/pub/user/watches/sync', { list })
  for (const id of titleIds.toReversed()) await post(url, person, '/pub/vod/favorite', { id })
  const [titleId = 0] = titleIds
  const own = { time: 17.6, mode: 'scroll', color: 0xffffff, size: 25, text: '灯亮了，船就敢回来' }
  await post(url, person, '/danmaku/send', { kind: 'vod', id: titleId, level: 1, ...own })
  await giveLists(platform, { userId: added.id, nowSec, follows: 12, comments: written, titleId })
  return person
}
