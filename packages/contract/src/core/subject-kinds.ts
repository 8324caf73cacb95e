import * as z from 'zod/mini'
import type { RefusalName } from './refusals.ts'

interface SubjectKindTraits {
  /** Its name for people, in simplified Chinese. */
  readonly label: string
  /** The refusal for a subject that does not exist or is hidden. */
  readonly notFound: RefusalName
  /** Whether its subjects have episodes; the others are broadcasts. */
  readonly hasEpisodes: boolean
  /** Whether its danmaku are delivered to rooms. */
  readonly hasRooms: boolean
}

/** The kinds of subjects, which visitors watch, comment on and send danmaku to: titles, channels, matches. */
const kinds = {
  vod: { label: '影片', notFound: 'NoSuchTitle', hasEpisodes: true, hasRooms: true },
  live: { label: '频道', notFound: 'NoSuchChannel', hasEpisodes: false, hasRooms: true },
  match: { label: '比赛', notFound: 'NoSuchMatch', hasEpisodes: false, hasRooms: true },
} as const satisfies Readonly<Record<string, SubjectKindTraits>>

function namesOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  const names: Extract<keyof Table, string>[] = []
  for (const name in table) names.push(name)
  return names
}

export const CommentKind = z.enum(namesOf(kinds))
export type CommentKind = z.output<typeof CommentKind>

export type SubjectNotFound = (typeof kinds)[CommentKind]['notFound']

/** What is known of each kind. */
export const subjectKinds: Readonly<Record<CommentKind, SubjectKindTraits & { readonly notFound: SubjectNotFound }>> =
  kinds

/** The refusals of calls about a subject of any kind. */
export const subjectsNotFound: readonly SubjectNotFound[] = CommentKind.options.map((kind) => kinds[kind].notFound)
