import type { TitleFacts } from './metadata-rules.ts'

/** What the import asks a provider of titles' data. */
export interface AskedTitle {
  name: string
  aliases: readonly string[]
  /** 0 if it is not known. */
  year: number
  kind: 'film' | 'episode'
}

/** What a provider knows of a title. */
export interface ProvidedTitle {
  facts: TitleFacts
  /** Addresses of pictures; empty if it has none. */
  poster: string
  backdrop: string
}

/** A service that knows titles. It is asked for titles that are imported for the first time and never for others. */
export interface TitleProvider {
  readonly name: string
  /** Null if it does not know the title, or cannot be asked now: an import never waits or fails for it. */
  find(title: AskedTitle, signal: AbortSignal): Promise<ProvidedTitle | null>
  /** The bytes of a picture; null if it cannot be fetched. */
  picture(address: string, signal: AbortSignal): Promise<Buffer | null>
}
