import { vipGroupId } from '@yunmu/contract'
import { chinaDay, fullClockOf } from '@yunmu/contract/china-time'
import type { ManagedUser, ManagerRefusal } from '../domains/accounts/index.ts'
import { widthOf } from './import-report.ts'

/** Messages for refused account commands. */
export const managerMessages: Record<ManagerRefusal | 'NothingChanged', string> = {
  NameInvalid: '账号要 2 到 20 个字，可用中文、字母、数字和下划线。',
  EmailInvalid: '邮箱地址不正确。',
  PasswordWeak: '密码要 8 到 64 位，不能太常见，也不能与账号相同。',
  NameTaken: '这个账号已经有人用了。',
  EmailTaken: '这个邮箱已经有人用了。',
  NoOperator: '这个账号不是管理员，不能有后台令牌；只调用账号自己的接口，用 --for 账号。',
  Ambiguous: '这既是一个用户的编号，又是另一个用户的账号：请用邮箱指明。',
  NothingChanged: '已经是这样了，什么也没有改。',
  NoSuchUser: '没有这个用户。请用账号、邮箱或编号指明，用 user find 查。',
}

/** E.g. `2026-11-21 20:15:00`, China time. */
export const formatTime = (sec: number): string => `${chinaDay(sec)} ${fullClockOf(sec)}`

function stateText({ groupId, userEndTime, authorityId, disabled, leaveAt }: ManagedUser, nowSec: number): string {
  const state = [authorityId > 0 ? '管理员' : '用户']
  if (groupId === vipGroupId) state.push(userEndTime > nowSec ? `会员到 ${chinaDay(userEndTime)}` : '会员已到期')
  if (disabled) state.push('已停用')
  if (leaveAt > 0) state.push(`${chinaDay(leaveAt)} 注销`)
  return state.join('，')
}

/** A user on one line, in columns. */
export function userLine(user: ManagedUser, nowSec: number): string {
  const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))
  return [
    padded(String(user.id), 6),
    padded(user.name, 22),
    padded(user.email ?? '-', 30),
    padded(chinaDay(user.createdAt), 12),
    stateText(user, nowSec),
  ].join('')
}

/** A user as JSON without secrets. Times are Unix seconds. */
export function userJson(user: ManagedUser): string {
  const { id, name, nickname, email, groupId, userEndTime, authorityId, disabled, createdAt, leaveAt } = user
  const hasPassword = user.passwordHash !== ''
  const fields = {
    id,
    name,
    nickname,
    email,
    groupId,
    userEndTime,
    authorityId,
    disabled,
    createdAt,
    leaveAt,
    hasPassword,
  }
  return JSON.stringify(fields)
}
