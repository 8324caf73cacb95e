import { readNumber } from '../../lib/urls.ts'

/** What the address of a channel's page names. */
export interface LivePlace {
  types: string
  group: string
  /** 0 leaves the line to the station. */
  stream: number
  id: number
  /** The past programme to be shown; null is what is on. */
  programmeId: number | null
}

interface LiveParams {
  /** Of a channel at home. */
  types?: string | undefined
  /** Of an overseas channel. */
  type?: string | undefined
  group?: string | undefined
  stream?: string | undefined
  id?: string | undefined
}

/** Reads both forms of the address; null for one that no page has. */
export function livePlace(params: LiveParams, search: URLSearchParams): LivePlace | null {
  const [stream, id] = [readNumber(params.stream, 0), readNumber(params.id)]
  const types = params.types ?? params.type ?? ''
  if (stream === null || id === null || types === '' || types.length > 40) return null
  return { types, group: params.group ?? '0', stream, id, programmeId: readNumber(search.get('programme')) }
}

/** What the page asks of the station about the channel. */
export const infoCall = ({ types, group, stream, id }: LivePlace) => ({ types, group: group.slice(0, 40), stream, id })

export const replaysCall = (id: number) => ({ id, page: 1, size: 5 })
export const recommendCall = (id: number, by: 'like' | 'hot') => ({ id, by, page: 1, count: 4 })
export const guideCall = (id: number) => ({ ids: [id], day: '0' })
