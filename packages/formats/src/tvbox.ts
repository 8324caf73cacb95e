/** The configuration file of television boxes of the TVBox family. */

export interface TvboxSite {
  readonly key: string
  readonly name: string
  /** Address of a collection interface that answers JSON. */
  readonly api: string
  /** Names of categories in the order of tabs; empty shows all. */
  readonly categories: readonly string[]
}

export interface TvboxLive {
  readonly name: string
  /** Address of a channel list. */
  readonly url: string
  /** Address of the guide, with `{name}` and `{date}`. */
  readonly epg: string
}

const timeoutSec = 15
/** A collection interface that answers JSON. */
const jsonSite = 1
/** A text list: M3U, or lines of names and addresses. */
const textList = 0

/** Writes a configuration. It names nothing that the boxes would have to fetch from elsewhere. */
export function writeTvbox({ sites, lives }: { sites: readonly TvboxSite[]; lives: readonly TvboxLive[] }): string {
  return JSON.stringify({
    spider: '',
    wallpaper: '',
    sites: sites.map(({ key, name, api, categories }) => ({
      key,
      name,
      type: jsonSite,
      api,
      searchable: 1,
      quickSearch: 1,
      filterable: 1,
      changeable: 1,
      ...(categories.length > 0 ? { categories } : {}),
      timeout: timeoutSec,
    })),
    lives: lives.map(({ name, url, epg }) => ({
      name,
      type: textList,
      url,
      epg,
      playerType: 2,
      timeout: timeoutSec,
      boot: false,
    })),
    parses: [],
    flags: [],
    ads: [],
    rules: [],
  })
}
