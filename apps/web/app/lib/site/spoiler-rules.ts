import type { Match, UserInfo } from '@yunmu/contract'

/** The reader's choice of whether scores are hidden, as this browser stores it. */
export interface Spoilers {
  isHiding: boolean
  /** Whose choice it is; 0: a visitor's. */
  userId: number
  /** Whether the account does not have it yet. */
  isUnsaved: boolean
  /** Ids of matches whose scores are shown all the same, latest last. */
  opened: readonly number[]
}

export const defaultSpoilers: Spoilers = { isHiding: false, userId: 0, isUnsaved: false, opened: [] }

/** Older ones are hidden again. */
const maxOpened = 300

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

/** Parses the stored choice; the default if it is invalid. */
export function parseSpoilers(text: string | null): Spoilers {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!(stored instanceof Object)) return defaultSpoilers
    const { isHiding, userId, isUnsaved, opened }: Partial<Record<keyof Spoilers, unknown>> = stored
    if (typeof isHiding !== 'boolean' || !isId(userId) || !Array.isArray(opened)) return defaultSpoilers
    return { isHiding, userId, isUnsaved: isUnsaved === true, opened: opened.filter(isId).slice(-maxOpened) }
  } catch {
    return defaultSpoilers
  }
}

/** Opens a match. */
export const withOpened = (spoilers: Spoilers, id: number): Spoilers => ({
  ...spoilers,
  opened: [...spoilers.opened.filter((other) => other !== id), id].slice(-maxOpened),
})

/**
 * The choice when the user's data are known: the account's, unless the same user has changed it here and it is not saved
 * yet, or a visitor who hides scores has signed in. Null: a visitor, whose browser goes on as before.
 */
export function settleSpoilers(spoilers: Spoilers, user: Pick<UserInfo, 'userId' | 'hidesScores'> | null): Spoilers {
  if (user === null) return spoilers
  const { userId, hidesScores } = user
  const isOwn = spoilers.userId === userId && spoilers.isUnsaved
  const isVisitors = spoilers.userId === 0 && spoilers.isHiding
  const isHiding = isOwn || isVisitors ? spoilers.isHiding : hidesScores
  return { ...spoilers, userId, isHiding, isUnsaved: isHiding !== hidesScores }
}

/** Whether a match has a course that may be hidden. */
export const hasCourse = ({ state, score }: Pick<Match, 'state' | 'score'>): boolean =>
  state !== 'upcoming' && score !== null

/** Whether what tells the course of a match is hidden from this reader. */
export const isHidden = (
  { isHiding, opened }: Pick<Spoilers, 'isHiding' | 'opened'>,
  match: Pick<Match, 'id' | 'state' | 'score'>,
): boolean => isHiding && hasCourse(match) && !opened.includes(match.id)
