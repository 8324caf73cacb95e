import { maxFollows, maxListTitles, maxMatchSubs, maxReminders, maxSportsFollows, maxTitleLists } from './constants.ts'
import { replyCode, type ReplyCode } from './reply-code.ts'

interface Refusal {
  readonly code: Exclude<ReplyCode, 0>
  /** Message for users, in simplified Chinese. */
  readonly msg: string
  /** HTTP status if not 200: expected refusals are sent with 200. */
  readonly status?: number
}

/** Every expected refusal. Handlers can refuse only with names of this catalogue. */
export const refusals = {
  LoginNeeded: { code: replyCode.loginNeeded, msg: '请先登录用户!' },
  TokenExpired: { code: replyCode.tokenExpired, msg: '登录已过期，请重新登录' },
  TokenInvalid: { code: replyCode.tokenInvalid, msg: '登录状态无效，请重新登录' },
  SessionEnded: { code: replyCode.sessionEnded, msg: '账号已在别处登录或密码已修改，请重新登录' },
  SessionSignedOut: { code: replyCode.sessionEnded, msg: '这台设备的登录已被退出，请重新登录' },
  SessionDisabled: { code: replyCode.sessionEnded, msg: '这个账号已被停用，请联系站方' },
  SessionWasDisabled: { code: replyCode.sessionEnded, msg: '账号停用期间登录已退出，现已恢复，请重新登录' },
  VipNeeded: { code: replyCode.refused, msg: '会员可看，开通会员后即可播放' },
  NoDownload: { code: replyCode.notAvailable, msg: '这一集不能下载' },
  DownloadsUsedUp: { code: replyCode.refused, msg: '今天的下载次数已用完，明天再来' },
  TooManyStreams: { code: replyCode.refused, msg: '同时播放的设备太多，请先停掉一台' },
  StreamEnded: { code: replyCode.refused, msg: '这里的播放已在另一台设备上停掉' },
  StaleSignature: { code: replyCode.notAvailable, msg: '设备时间不准，已自动校准' },
  AdTokenInvalid: { code: replyCode.alreadySo, msg: '' },
  AlreadyCounted: { code: replyCode.alreadySo, msg: '' },
  MalformedRequest: { code: replyCode.refused, msg: '请正确填写信息!', status: 400 },
  ForeignOrigin: { code: replyCode.refused, msg: '请求来源不被允许', status: 403 },
  NoSuchAddress: { code: replyCode.refused, msg: '没有这个地址', status: 404 },
  RequestTooLarge: { code: replyCode.refused, msg: '提交的内容太大', status: 413 },
  UnknownMediaType: { code: replyCode.refused, msg: '提交的格式不支持', status: 415 },
  TooManyRequests: { code: replyCode.refused, msg: '操作过于频繁，请稍后再试', status: 429 },
  Overloaded: { code: replyCode.refused, msg: '访问的人太多，请稍后再试', status: 503 },
  NoSuchTitle: { code: replyCode.refused, msg: '没有找到这部影片，可能已下架' },
  NoSuchPerson: { code: replyCode.refused, msg: '没有找到这个人的作品' },
  NoSuchChannel: { code: replyCode.refused, msg: '没有找到这个频道，可能已下架' },
  NoSuchLine: { code: replyCode.refused, msg: '没有这条线路' },
  NothingOnAir: { code: replyCode.refused, msg: '这个频道现在停播' },
  NoSuchProgramme: { code: replyCode.refused, msg: '没有找到这个节目' },
  NoReplay: { code: replyCode.refused, msg: '这个节目不能回看' },
  TooManyFollows: { code: replyCode.refused, msg: `最多关注 ${maxFollows} 个频道，请先取消几个` },
  TooManyReminders: { code: replyCode.refused, msg: `最多追 ${maxReminders} 部，请先取消几部` },
  NoSuchList: { code: replyCode.refused, msg: '这个片单已不存在' },
  ListNameTaken: { code: replyCode.refused, msg: '已经有一个同名的片单了' },
  TooManyLists: { code: replyCode.refused, msg: `最多建 ${maxTitleLists} 个片单，请先删去几个` },
  ListFull: { code: replyCode.refused, msg: `一个片单最多放 ${maxListTitles} 部，请先移出几部` },
  NoSuchCategory: { code: replyCode.refused, msg: '没有这个分类' },
  NoSuchEpisode: { code: replyCode.refused, msg: '没有找到这一集' },
  EpisodeNotReady: { code: replyCode.refused, msg: '这一集还在准备中，请稍后再来' },
  EpisodeBroken: { code: replyCode.refused, msg: '这一集暂时无法播放，请换一条线路' },
  PlayPasswordNeeded: { code: replyCode.refused, msg: '请输入观看密码' },
  PlayPasswordWrong: { code: replyCode.refused, msg: '观看密码不正确' },
  PlayPasswordLocked: { code: replyCode.refused, msg: '密码错误次数太多，请{wait}后再试' },
  CaptchaWrong: { code: replyCode.refused, msg: '图形验证码错误或已过期，请重新输入' },
  CaptchaByPicture: { code: replyCode.refused, msg: '自动验证用得太频繁，请看图输入' },
  LoginWrong: { code: replyCode.refused, msg: '账号或密码不正确' },
  LoginLocked: { code: replyCode.refused, msg: '密码错误次数太多，请{wait}后再试' },
  AccountDisabled: { code: replyCode.refused, msg: '这个账号已被停用，请联系站方' },
  RegistrationClosed: { code: replyCode.refused, msg: '本站暂不开放注册，已有账号可以直接登录' },
  NameInvalid: { code: replyCode.refused, msg: '账号要 2 到 20 个字，可用中文、字母、数字和下划线' },
  NameTaken: { code: replyCode.refused, msg: '这个账号已经有人用了，请换一个' },
  EmailInvalid: { code: replyCode.refused, msg: '请输入正确的邮箱地址' },
  EmailTaken: { code: replyCode.refused, msg: '这个邮箱已经注册过了，请直接登录' },
  CodeWrong: { code: replyCode.refused, msg: '邮箱验证码错误或已过期' },
  CodeTooSoon: { code: replyCode.refused, msg: '验证码刚刚发过，请{wait}后再试' },
  PasswordWeak: { code: replyCode.refused, msg: '密码要 8 到 64 位，不能太常见，也不能与账号相同' },
  PasswordMismatch: { code: replyCode.refused, msg: '两次输入的密码不一致' },
  PasswordWrong: { code: replyCode.refused, msg: '当前密码不正确' },
  PasswordSame: { code: replyCode.refused, msg: '新密码不能与当前密码相同' },
  NicknameInvalid: { code: replyCode.refused, msg: '昵称要 1 到 20 个字，不能用站方的称呼' },
  QqInvalid: { code: replyCode.refused, msg: '请输入正确的 QQ 号' },
  PortraitInvalid: { code: replyCode.refused, msg: '无法读取这张图片，请换一张' },
  NoSuchSession: { code: replyCode.refused, msg: '这台设备已经下线了' },
  ThirdUnavailable: { code: replyCode.refused, msg: '这种登录方式没有开放' },
  TicketInvalid: { code: replyCode.refused, msg: '第三方登录已失效，请重试' },
  ThirdTaken: { code: replyCode.refused, msg: '这个第三方账号已经绑定了别的用户' },
  ThirdDouble: { code: replyCode.refused, msg: '这个账号已经绑定过同一种登录方式，请先解绑' },
  OnlyWayIn: { code: replyCode.refused, msg: '这是唯一的登录方式，请先设置密码再解绑' },
  ExportTooSoon: { code: replyCode.refused, msg: '刚刚导出过，请{wait}后再试' },
  NoSuchBulletin: { code: replyCode.refused, msg: '这条公告已经撤下了' },
  NoSuchMatch: { code: replyCode.refused, msg: '没有找到这场比赛' },
  NoSuchTeam: { code: replyCode.refused, msg: '没有找到这支球队' },
  NoSuchCompetition: { code: replyCode.refused, msg: '没有找到这项赛事' },
  NoSuchStream: { code: replyCode.refused, msg: '这场比赛没有这路解说' },
  MatchNotOpen: { code: replyCode.refused, msg: '直播还没有开始，开赛前 10 分钟可以进入' },
  MatchOver: { code: replyCode.refused, msg: '这场比赛已经结束' },
  TooManySubs: { code: replyCode.refused, msg: `最多订阅 ${maxMatchSubs} 场未结束的比赛，请先取消几场` },
  TooManySportsFollows: { code: replyCode.refused, msg: `最多关注 ${maxSportsFollows} 支球队和赛事，请先取消几个` },
  PushRefused: { code: replyCode.refused, msg: '这个浏览器的推送服务不可用，请换一个浏览器' },
  NoSuchPlan: { code: replyCode.refused, msg: '这个套餐已下架，请重新选择' },
  PaymentUnavailable: { code: replyCode.refused, msg: '这种支付方式暂时不能用，请换一种' },
  PaymentNotStarted: { code: replyCode.refused, msg: '付款没有发起成功，请重试或换一种支付方式' },
  WrongAccount: { code: replyCode.refused, msg: '登录的账号已经变了，请刷新后再试' },
  TooManyOrders: { code: replyCode.refused, msg: '待支付的订单太多，请先付款或取消' },
  EndlessAlready: { code: replyCode.refused, msg: '你的会员没有到期时间，不用再买' },
  MinorsCodeInvalid: { code: replyCode.refused, msg: '请输入六位数字' },
  MinorsCodeWrong: { code: replyCode.refused, msg: '密码不对，请监护人输入开启时设的密码' },
  TermsNotAccepted: { code: replyCode.refused, msg: '请先同意《会员服务协议》' },
  KeyUsed: { code: replyCode.refused, msg: '订单已变，请重新下单' },
  NoSuchOrder: { code: replyCode.refused, msg: '没有找到这笔订单' },
  OrderNotOpen: { code: replyCode.refused, msg: '这笔订单已经结束' },
  NotRefundable: { code: replyCode.refused, msg: '这笔订单不能申请退款' },
  ProofInvalid: { code: replyCode.refused, msg: '无法读取这张图片，请换一张' },
  VoucherUnknown: { code: replyCode.refused, msg: '没有这个码，看看 0 和 O' },
  VoucherUsed: { code: replyCode.refused, msg: '这个码已经用过了' },
  VoucherEnded: { code: replyCode.refused, msg: '这个码已经过期' },
  VoucherUnfit: { code: replyCode.refused, msg: '这个码不能用在这里' },
  VoucherLocked: { code: replyCode.refused, msg: '输错太多次，请{wait}后再试' },
  NoSuchComment: { code: replyCode.refused, msg: '这条评论已不存在' },
  CommentInvalid: { code: replyCode.refused, msg: '评论要 1 到 1000 个字' },
  CommentTooSoon: { code: replyCode.refused, msg: '评论太快了，请{wait}后再试' },
  NoSuchProduct: { code: replyCode.refused, msg: '没有找到这个广告位' },
  CooperationInvalid: { code: replyCode.refused, msg: '请正确填写信息!' },
  CooperationsFull: { code: replyCode.refused, msg: '今天收到的预约太多了，请明天再来' },
  CaptchaNeeded: { code: replyCode.refused, msg: '请输入图形验证码' },
  NoSuchDanmaku: { code: replyCode.refused, msg: '这条弹幕已不存在' },
  DanmakuInvalid: { code: replyCode.refused, msg: '弹幕要 1 到 100 个字，且不能换行' },
  DanmakuTooSoon: { code: replyCode.refused, msg: '弹幕太快了，请{wait}后再发' },
  DanmakuDailyCap: { code: replyCode.refused, msg: '今天发送的弹幕已达上限，明天再来' },
  DanmakuForVip: { code: replyCode.refused, msg: '这种颜色、位置或大小是会员专享' },
  DanmakuMoment: { code: replyCode.refused, msg: '这个时间点不能发弹幕' },
  TextRefused: { code: replyCode.refused, msg: '内容里有不能发布的文字，请修改后再发' },
  TextRepeated: { code: replyCode.refused, msg: '刚刚发过同样的内容' },
  Muted: { code: replyCode.refused, msg: '你已被禁言，请{wait}后再发' },
  BlockSelf: { code: replyCode.refused, msg: '不能屏蔽自己' },
  TooManyBlocks: { code: replyCode.refused, msg: '屏蔽的人太多了，请先取消几个' },
  NoSuchUser: { code: replyCode.refused, msg: '没有这个用户' },
  NothingChanged: { code: replyCode.refused, msg: '已经是这样了' },
  FieldInvalid: { code: replyCode.refused, msg: '没有这个字段，或者不能用这个值' },
  TitleDeleted: { code: replyCode.refused, msg: '这部影片在回收站里，请先找回' },
  TitleMerged: { code: replyCode.refused, msg: '这部影片已并入另一部' },
  SameTitle: { code: replyCode.refused, msg: '不能并入它自己' },
  HasPassword: { code: replyCode.refused, msg: '这部影片设了观看密码，请先去掉' },
  NothingToSplit: { code: replyCode.refused, msg: '这样拆分，有一边会一集也没有' },
  PlaceTaken: { code: replyCode.refused, msg: '那里已经有了' },
  OrderIncomplete: { code: replyCode.refused, msg: '要把所有的都写上，每个一次' },
  NoSuchEntry: { code: replyCode.refused, msg: '审计日志里没有这一条' },
  CannotBeUndone: { code: replyCode.refused, msg: '这一条不能撤销' },
  UndoneAlready: { code: replyCode.refused, msg: '这一条已经撤销过了' },
  TooLateToUndo: { code: replyCode.refused, msg: '已经超过 30 天，不能撤销' },
  ChangedSince: { code: replyCode.refused, msg: '在那以后又有改动，请先撤销后来的改动' },
  OperatorNeeded: { code: replyCode.refused, msg: '没有管理权限' },
  AlreadyDone: { code: replyCode.alreadySo, msg: '' },
  TooSoon: { code: replyCode.tooSoon, msg: '太快了，请稍后再试' },
  NothingToPlay: { code: replyCode.notAvailable, msg: '这类内容还没有开放' },
} as const satisfies Record<string, Refusal>

export type RefusalName = keyof typeof refusals

/** Formats a duration, rounded up. */
function waitText(sec: number): string {
  if (sec > 5400) return `${Math.ceil(sec / 3600)} 小时`
  return sec > 90 ? `${Math.ceil(sec / 60)} 分钟` : `${Math.max(1, Math.ceil(sec))} 秒`
}

/** Message of a refusal; `retryAfterSec` fills in the waiting time. */
export const refusalMessage = (name: RefusalName, retryAfterSec = 0): string =>
  refusals[name].msg.replace('{wait}', ` ${waitText(retryAfterSec)}`)

/** Code and message of a refusal; `status` is 200 unless only a faulty client can cause it. */
export function refusalOf(name: RefusalName): Refusal & { status: number } {
  return { status: 200, ...refusals[name] }
}

export { replyCode, type ReplyCode } from './reply-code.ts'
