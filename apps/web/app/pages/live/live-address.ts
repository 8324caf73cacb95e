import { readNumber } from '../../lib/urls.ts'

/** Content of a channel page's address. */
export interface LiveAddress {
  types: string
  group: string
  /** 0 lets the server choose the line. */
  stream: number
  id: number
  /** Programme to replay; null for live. */
  programmeId: number | null
}

interface LiveParams {
  /** Of a domestic channel. */
  types?: string | undefined
  /** Of an overseas channel. */
  type?: string | undefined
  group?: string | undefined
  stream?: string | undefined
  id?: string | undefined
}

/** Parses both forms of the address; null if invalid. */
export function readLiveAddress(params: LiveParams, search: URLSearchParams): LiveAddress | null {
  const [stream, id] = [readNumber(params.stream, 0), readNumber(params.id)]
  const types = params.types ?? params.type ?? ''
  if (stream === null || id === null || types === '' || types.length > 40) return null
  return { types, group: params.group ?? '0', stream, id, programmeId: readNumber(search.get('programme')) }
}

/** Input of the channel's call. */
export const infoCall = ({ types, group, stream, id }: LiveAddress) => ({
  types,
  group: group.slice(0, 40),
  stream,
  id,
})

export const replaysCall = (id: number) => ({ id, page: 1, size: 5 })
export const recommendCall = (id: number, by: 'like' | 'hot') => ({ id, by, page: 1, count: 4 })
export const guideCall = (id: number) => ({ ids: [id], day: '0' })
