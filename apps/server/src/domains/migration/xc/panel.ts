import type { Egress } from '../../../platform/egress/egress.ts'
import { jsonElements } from '../items/json-elements.ts'
import { isTrue, recordOf, type Loose } from '../items/loose-values.ts'
import { createServerClient, DeniedError } from '../items/server-client.ts'
import { SourceError } from '../sources/row-source.ts'

export interface PanelAddress {
  /** Scheme, host and port. */
  origin: string
  user: string
  password: string
}

export type PanelList =
  | 'get_live_categories'
  | 'get_live_streams'
  | 'get_vod_categories'
  | 'get_vod_streams'
  | 'get_series_categories'
  | 'get_series'

/** A panel that speaks `player_api.php`. */
export interface Panel {
  /** @throws SourceError if the panel does not accept the account */
  logIn(signal: AbortSignal): Promise<void>
  /** The elements of a list; what is no object is null. @throws SourceError */
  list(action: PanelList, signal: AbortSignal): Promise<Iterable<Loose | null>>
  /** What a panel says of a film or series; null if it says nothing that can be read. */
  details(
    query: { action: 'get_vod_info'; vod_id: string } | { action: 'get_series_info'; series_id: string },
    signal: AbortSignal,
  ): Promise<Loose | null>
}

/** Replies of panels that have nothing. */
const isNothing = (text: string): boolean => /^\s*(?:null|false|""|\[\s*\]|\{\s*\})?\s*$/.test(text)

export function createPanel(egress: Pick<Egress, 'exchange'>, { origin, user, password }: PanelAddress): Panel {
  const client = createServerClient(egress, origin, { name: origin, headers: {} })
  const pathOf = (query: Readonly<Record<string, string>>): string =>
    `/player_api.php?${new URLSearchParams({ username: user, password, ...query }).toString()}`
  const parse = (text: string): Loose | null => {
    try {
      return recordOf(JSON.parse(text.replace(/^\uFEFF/u, '')))
    } catch {
      return null
    }
  }
  return {
    async logIn(signal) {
      const reply = parse(await client.text(pathOf({}), signal))
      if (!reply || !('user_info' in reply)) throw new SourceError(`${origin} 不是 XC 面板，或者出错了。`)
      if (!isTrue(recordOf(reply['user_info'])['auth'])) throw new DeniedError(`${origin} 不认这个账号。`)
    },
    async list(action, signal) {
      const text = await client.text(pathOf({ action }), signal)
      if (isNothing(text)) return []
      if (!/^\uFEFF?\s*[[{]/.test(text)) throw new SourceError(`${origin} 的 ${action} 不是列表。`)
      return objectsOf(text)
    },
    async details(query, signal) {
      try {
        return parse(await client.text(pathOf(query), signal, true))
      } catch (err) {
        if (err instanceof SourceError) return null
        throw err
      }
    },
  }
}

function* objectsOf(text: string): Generator<Loose | null> {
  for (const element of jsonElements(text))
    yield typeof element === 'object' && element !== null && !Array.isArray(element) ? recordOf(element) : null
}
