/**
 * The reply codes of the product (specification, section 8).
 * What a browser does with each stands in the web's api client.
 */
export const replyCode = {
  done: 0,
  refused: 7,
  alreadySo: 11,
  loginNeeded: 12,
  tokenExpired: 13,
  sessionEnded: 14,
  tooSoon: 15,
  tokenInvalid: 16,
  notAvailable: 17,
} as const

export type ReplyCode = (typeof replyCode)[keyof typeof replyCode]

interface Refusal {
  readonly code: Exclude<ReplyCode, 0>
  /** What a person reads, in simplified Chinese. */
  readonly msg: string
  /** HTTP status, where it is not 200: outcomes that the product knows travel as 200. */
  readonly status?: number
}

/** Every expected "no" of the product. A handler can only refuse with a name of this catalogue. */
export const refusals = {
  LoginNeeded: { code: replyCode.loginNeeded, msg: '请先登录用户!' },
  TokenExpired: { code: replyCode.tokenExpired, msg: '登录已过期，请重新登录' },
  TokenInvalid: { code: replyCode.tokenInvalid, msg: '登录状态无效，请重新登录' },
  SessionEnded: { code: replyCode.sessionEnded, msg: '账号已在别处登录或密码已修改，请重新登录' },
  VipNeeded: { code: replyCode.refused, msg: '会员可看，开通会员后即可播放' },
  StaleSignature: { code: replyCode.notAvailable, msg: '设备时间不准，已自动校准' },
  AlreadyCounted: { code: replyCode.alreadySo, msg: '' },
  MalformedRequest: { code: replyCode.refused, msg: '请正确填写信息!', status: 400 },
  ForeignOrigin: { code: replyCode.refused, msg: '请求来源不被允许', status: 403 },
  NoSuchAddress: { code: replyCode.refused, msg: '没有这个地址', status: 404 },
  RequestTooLarge: { code: replyCode.refused, msg: '提交的内容太大', status: 413 },
  UnknownMediaType: { code: replyCode.refused, msg: '提交的格式不支持', status: 415 },
  TooManyRequests: { code: replyCode.refused, msg: '操作过于频繁，请稍后再试', status: 429 },
  Overloaded: { code: replyCode.refused, msg: '访问的人太多，请稍后再试', status: 503 },
  NoSuchTitle: { code: replyCode.refused, msg: '没有找到这部影片，可能已下架' },
  NoSuchCategory: { code: replyCode.refused, msg: '没有这个分类' },
  NoSuchEpisode: { code: replyCode.refused, msg: '没有找到这一集' },
  EpisodeNotReady: { code: replyCode.refused, msg: '这一集还在准备中，请稍后再来' },
  EpisodeBroken: { code: replyCode.refused, msg: '这一集暂时放不出来，请换一条线路' },
  NothingToPlay: { code: replyCode.notAvailable, msg: '这类内容还没有开放' },
} as const satisfies Record<string, Refusal>

export type RefusalName = keyof typeof refusals

/** The wire code and sentence of a refusal; `status` is 200 unless no honest client could have caused it. */
export function refusalOf(name: RefusalName): Refusal & { status: number } {
  return { status: 200, ...refusals[name] }
}
