/** Texts of messages about what users follow. Stored in simplified script, as all messages. */

/** An episode of a title that has become playable. */
export interface PlayableEpisode {
  /** Of the title. */
  name: string
  level: number
  /** Empty or a bare number if the episode has no name of its own. */
  episode: string
  isSerial: boolean
}

/** A message about a subject; messages of the same origin are one. */
export interface ReminderNotice {
  about: { kind: 'vod' | 'live'; id: number }
  origin: string
  title: string
  text: string
}

const hasOwnName = (episode: string): boolean => episode !== '' && !/^(?:第\s*)?\d+\s*[集期话]?$/.test(episode)

export function titleNotice(titleId: number, { name, level, episode, isSerial }: PlayableEpisode): ReminderNotice {
  const about = { kind: 'vod', id: titleId } as const
  const origin = `title:${titleId}:${level}`
  if (!isSerial) return { about, origin, title: `《${name}》可以看了`, text: '你预约的影片已经上线。' }
  const text = hasOwnName(episode) ? `第 ${level} 集：${episode}` : '你追的剧有新的一集，现在就能看。'
  return { about, origin, title: `《${name}》更新至第 ${level} 集`, text }
}

/** A programme that began longer ago, while the station did not run, is not worth a message. */
const maxLateSec = 30 * 60

/** Null if it is too late. */
export function programmeNotice(
  { channelId, startSec, name }: { channelId: number; startSec: number; name: string },
  nowSec: number,
): ReminderNotice | null {
  if (nowSec - startSec > maxLateSec) return null
  return {
    about: { kind: 'live', id: channelId },
    origin: `programme:${channelId}:${startSec}`,
    title: `${name}开始了`,
    text: '你预约的节目正在播出。',
  }
}
