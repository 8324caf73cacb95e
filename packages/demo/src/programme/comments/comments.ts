import { seededRandom, type SeededRandom } from '../../seeded-random.ts'
import type { DemoTitle } from '../demo-title.ts'
import { airedCount } from '../episodes.ts'
import { calledNames, voiceOf } from '../voice.ts'
import { closingLines, episodeLines, opinionLines, replyLines, shortLines, subjectLines } from './comment-lines.ts'
import { crowdViewers, type DemoViewer } from './viewers.ts'
import { writtenComments, type DemoComment, type DemoThread } from './written-comments.ts'

/** One thread for so many plays of a day. */
const playsPerThread = 42_000
const [minThreads, maxThreads] = [6, 60]

/** How many threads a title has besides those that were written for it. */
const threadCount = ({ plays }: Pick<DemoTitle, 'plays'>): number =>
  Math.min(maxThreads, Math.max(minThreads, Math.round(plays / playsPerThread)))

/** Takes lines in random order, each once until all were taken. */
export function deck(items: readonly string[], random: SeededRandom): () => string {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = [...items]
    return left.splice(Math.floor(random.next() * left.length), 1)[0] ?? ''
  }
}

/** Different viewers who write or like. */
function viewersOf(random: SeededRandom): (count: number) => DemoViewer[] {
  return (count) => {
    const left = [...crowdViewers]
    const wanted = Math.min(count, left.length)
    return Array.from({ length: wanted }, () => left.splice(Math.floor(random.next() * left.length), 1)[0] ?? '')
  }
}

/** What is only said of a title in episodes. */
const episodic = /(?<!续)集|每期|大结局|更新|烂尾|追/u

/** The lines that fit the form of a title. */
const linesFor = (title: DemoTitle, lines: readonly string[]): readonly string[] =>
  title.release.form === 'film' ? lines.filter((line) => !episodic.test(line)) : lines

/** Fills in names of the title; null if the line asks for one that the title does not have. */
function filled(line: string, title: DemoTitle, random: SeededRandom): string | null {
  const { cast = {}, directors, genres, name, release } = title
  const called = calledNames(title)
  const role = called[Math.floor(random.next() ** 1.5 * called.length)]
  const actors = Object.keys(cast)
  const pair = Object.entries(cast).find(([, character]) => role !== undefined && character.endsWith(role))
  const episodes =
    release.form === 'series'
      ? (release.names ?? []).slice(0, airedCount(title))
      : release.form === 'issues'
        ? release.issues.slice(0, airedCount(title))
        : []
  const values: Readonly<Record<string, string | undefined>> = {
    角色: role,
    演员: line.includes('{角色}') ? pair?.[0] : actors[Math.floor(random.next() * actors.length)],
    导演: directors[0],
    集名: episodes[Math.floor(random.next() * episodes.length)],
    片名: name,
    类型: /^[126]/u.test(String(title.typeId)) ? genres[0] : undefined,
  }
  let isComplete = true
  const text = line.replaceAll(/\{([^}]+)\}/gu, (_, key: string) => {
    const value = values[key]
    if (value === undefined) isComplete = false
    return value ?? ''
  })
  return isComplete ? text : null
}

/** Composes comments of one to three sentences. */
function composer(title: DemoTitle, random: SeededRandom): () => string {
  const [subject, episode, opinion, closing, short] = [
    subjectLines,
    episodeLines,
    opinionLines[voiceOf(title)],
    closingLines,
    shortLines,
  ].map((items) => deck(linesFor(title, items), random))
  const take = (from: (() => string) | undefined): string => {
    for (let attempt = 0; attempt < subjectLines.length; attempt++) {
      const text = filled(from?.() ?? '', title, random)
      if (text !== null) return text
    }
    return ''
  }
  return () => {
    const share = random.next()
    if (share < 0.16) return take(short)
    if (share < 0.34) return take(opinion)
    const first = take(share < 0.5 ? episode : subject) || take(subject)
    if (share < 0.62) return first
    if (share < 0.84) return first + take(opinion)
    return first + (share < 0.92 ? take(opinion) : '') + take(closing)
  }
}

/** The comments of a title, oldest thread last. The same every time. */
export function threadsOf(title: DemoTitle): DemoThread[] {
  const random = seededRandom(`comments ${title.slug}`)
  const pick = viewersOf(random)
  const compose = composer(title, random)
  const reply = deck(linesFor(title, replyLines), random)
  const seen = new Set<string>()
  const threads: DemoThread[] = []
  const wanted = threadCount(title)
  const likes = Math.min(crowdViewers.length * 0.8, 4 + wanted * 2)
  for (let attempt = 0; threads.length < wanted && attempt < wanted * 4; attempt++) {
    const text = compose()
    if (text === '' || seen.has(text)) continue
    seen.add(text)
    const place = threads.length
    const popularity = random.next() ** 3
    const hoursAgo = Math.round((place + random.next()) * (500 / wanted)) + 1
    const [by = '', ...answering] = pick(1 + Math.floor(popularity * 6 * random.next() + random.next() * 1.3))
    const answers = answering.map((viewer, at): DemoComment => {
      const later = Math.max(0, hoursAgo - 1 - Math.round((hoursAgo * (at + 1)) / (answering.length + 2)))
      const likedBy = pick(Math.floor(popularity * 8 * random.next())).filter((other) => other !== viewer)
      return { by: viewer, text: reply(), hoursAgo: later, likedBy }
    })
    const likedBy = pick(Math.round(likes * popularity)).filter((viewer) => viewer !== by)
    threads.push({ by, text, hoursAgo, likedBy, answers })
  }
  return [...(writtenComments[title.slug] ?? []), ...threads]
}

const hourSec = 3600
/** An answer is written at least so long after what is above it. */
const minAnswerSec = 40

/**
 * How old the comments of a thread are in seconds, that of the thread first: people write at any second of an hour, and
 * answers in their order.
 */
export function ageSecsOf(thread: DemoThread): number[] {
  const ageOf = ({ by, text, hoursAgo }: DemoComment): number =>
    Math.round((hoursAgo + seededRandom(`written ${by} ${text}`).next()) * hourSec)
  const answers = thread.answers ?? []
  const ages = [Math.max(ageOf(thread), minAnswerSec * (answers.length + 1))]
  for (const [at, answer] of answers.entries()) {
    const following = answers.length - at
    ages.push(Math.max(minAnswerSec * following, Math.min(ageOf(answer), (ages[at] ?? 0) - minAnswerSec)))
  }
  return ages
}
