import type { ChannelEntry, DanmakuRecord } from '@yunmu/formats'
import type { CommentKind } from '@yunmu/contract'
import type { Page } from '@yunmu/urls'
import type { Transaction } from 'kysely'

/** A title with its episodes, to be saved by its origin. */
export interface TitleToSave {
  origin: string
  pidId: number
  typeId: number
  name: string
  letter: string
  alias: string[]
  series?: string
  season?: number
  area: string
  lang?: string
  year: number
  genres: string[]
  directors: string[]
  actors: { name: string; role: string }[]
  intro: string
  remarks?: string
  state?: string
  premiere: string
  totalEpisodes?: number
  scoreSum?: number
  scoreCount?: number
  upCount?: number
  hits?: number
  createdSec?: number
  updatedSec?: number
  episodes: { source: string; sourcePosition: number; level: number; name: string; createdSec?: number }[]
}

export interface SavedTitle {
  id: number
  added: boolean
  changed: boolean
  /** In the order of the title's episodes. */
  episodeIds: readonly number[]
}

export interface CategoryRow {
  id: number
  pid: number
  name: string
  typeEn: string
}

export interface UserToSave {
  knownId: number | null
  oldId: number
  name: string
  nickname: string
  email: string
  qq: string
  passwordHash: string
  createdSec: number
  disabled: boolean
}

export interface CommentToSave {
  userId: number
  kind: CommentKind
  subjectId: number
  replyTo: { id: number } | { place: number } | null
  content: string
  state: 'shown' | 'held'
  found: string
  createdSec: number
  up: number
  down: number
}

export interface RecordToSave {
  userId: number
  titleId: number
  pidId: number
  name: string
  level: number
  positionMs: number
  durationMs: number
  watchedSec: number
}

/** What another program knows of a video file. */
export interface FileToImport {
  typeId: number
  name: {
    kind: 'film' | 'episode' | 'special'
    title: string
    season: number | null
    episode: number | null
    lastEpisode: number | null
    year: number | null
    aliases: string[]
  }
  /** Empty if it has none. */
  episodeName: string
  /** End of the opening and start of the ending; 0 for none. */
  introSec: number
  outroSec: number
}

/** Pictures of titles that another program has. */
export interface TitlePictures {
  /** Addresses that `load` understands; null for a title that is not there. */
  of(title: { kind: 'film' | 'episode'; name: string; year: number }): { poster: string; backdrop: string } | null
  load(address: string): Promise<Buffer | null>
}

/** What an import of files does now. */
export interface ImportStep {
  file: string
  /** Null while it is being imported; empty when it is done. */
  failure: string | null
}

/** What this domain needs from outside. */
export interface MigrationNeeds {
  catalog: {
    categories(): Promise<readonly CategoryRow[]>
    addCategories(categories: readonly CategoryRow[]): Promise<void>
    saveTitles(
      titles: readonly TitleToSave[],
      nowSec: number,
      alongside: (tx: Transaction<unknown>, saved: readonly SavedTitle[]) => Promise<readonly number[]>,
    ): Promise<readonly SavedTitle[]>
    /** The sources of episodes, by episode. */
    sourcesOf(tx: Transaction<unknown>, episodeIds: readonly number[]): Promise<ReadonlyMap<number, number>>
    /** Names and top categories of titles, visible or not. */
    titles(ids: readonly number[]): Promise<ReadonlyMap<number, { pidId: number; name: string }>>
  }
  /** Adds addresses of episodes. Returns the titles that are shown differently. */
  saveAddresses(
    tx: Transaction<unknown>,
    addresses: readonly { episodeId: number; url: string }[],
    nowSec: number,
  ): Promise<{ added: number; newHosts: number; refused: number; titleIds: readonly number[] }>
  /** Pictures that lie elsewhere, to be fetched later for those who have none. */
  pictures: {
    addPostersIn(
      tx: Transaction<unknown>,
      pictures: readonly { titleId: number; url: string }[],
      nowSec: number,
    ): Promise<void>
    addPortraitsIn(
      tx: Transaction<unknown>,
      pictures: readonly { userId: number; url: string }[],
      nowSec: number,
    ): Promise<void>
  }
  /** Passwords that titles play with. */
  locks: {
    /** Gives those titles a password that have none. */
    addIn(tx: Transaction<unknown>, titles: readonly { titleId: number; password: string }[]): Promise<void>
    announceAdded(titleIds: readonly number[]): void
  }
  users: {
    save(
      tx: Transaction<unknown> | null,
      users: readonly UserToSave[],
    ): Promise<
      readonly { id: number | null; name: string; isRenamed: boolean; lostEmail: boolean; lostPassword: boolean }[]
    >
    /** Which of these users exist. */
    existing(ids: readonly number[]): Promise<ReadonlySet<number>>
    setPassword(name: string, password: string): Promise<void>
    /** Gives a membership until then. True if something was given. */
    saveVipEnd(tx: Transaction<unknown>, end: { userId: number; endSec: number; ref: string }): Promise<boolean>
  }
  library: {
    saveIn(
      tx: Transaction<unknown>,
      from: {
        favourites: readonly { userId: number; titleId: number; createdAt: number }[]
        records: readonly RecordToSave[]
      },
    ): Promise<void>
  }
  texts: {
    clean(text: string): string
    /** Why each text should be held; empty for no reason. */
    scan(texts: readonly string[]): Promise<readonly string[]>
    saveComments(tx: Transaction<unknown>, comments: readonly CommentToSave[]): Promise<readonly (number | null)[]>
    announceComments(titleIds: readonly number[]): void
    saveDanmaku(pool: { id: number; level: number }, records: readonly DanmakuRecord[]): Promise<number>
  }
  channels: {
    /** The channel of a name with these addresses; null if none of them can be recorded. */
    save(channel: { name: string; group: string; addresses: readonly string[] }): Promise<number | null>
    page(id: number): Promise<Page | null>
    /** Imports the entries of a list. Returns how many of them cannot be recorded. */
    importEntries(entries: readonly ChannelEntry[]): Promise<number>
  }
  /** Adds a source of the guide. False if it is known. */
  addGuide(address: string): Promise<boolean>
  /** The category of ours that one of this name probably is; null where nothing fits. */
  proposeCategory(name: string, own: readonly CategoryRow[]): number | null
  folderImport: {
    /** Imports the videos of a folder, with what is known of them by their paths in it. */
    run(
      folder: string,
      given: {
        files: ReadonlyMap<string, FileToImport>
        pictures: TitlePictures
        signal: AbortSignal
        onEvent: (step: ImportStep) => void
      },
    ): Promise<'done' | 'busy' | 'noFolder'>
    /** Where imported files play, by their paths. */
    places(paths: readonly string[]): Promise<ReadonlyMap<string, { origin: string; level: number }>>
    /** The origin that an import gives a title. */
    originOf(title: { kind: 'film' | 'episode'; season: number; title: string; year: number }): string
    seasonName(series: string, season: number): string
  }
  posters: {
    /** Its address; null if it is no picture. */
    store(bytes: Buffer): Promise<string | null>
    /** Gives titles that have no poster one. */
    set(posters: ReadonlyMap<number, string>): Promise<void>
  }
}
