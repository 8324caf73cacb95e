/** The SMTP server, and the sender's address. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
  secure: boolean
  /** Absent if the server needs no login. */
  login?: { user: string; pass: string }
  from: string
}

const standardPort = { 'smtp:': 587, 'smtps:': 465 }
/** `a@b.example` or `Name <a@b.example>`. */
const senderPattern = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

/**
 * Reads `SMTP_URL` (`smtp://user:pass@host:port` or `smtps://`) and `MAIL_FROM`; undefined if no server is set.
 * `reportError` gets each problem in Chinese.
 */
export function readSmtpSettings(
  env: Record<string, string | undefined>,
  reportError: (sentence: string) => void,
): SmtpSettings | undefined {
  const from = (env.MAIL_FROM ?? '').trim()
  if (from !== '' && !senderPattern.test(from)) reportError('MAIL_FROM 应是一个邮箱地址，例如 云幕 <post@a.example>')
  const text = env.SMTP_URL ?? ''
  if (text === '') return undefined
  if (from === '') reportError('设置了 SMTP_URL 时也要设置 MAIL_FROM，例如 云幕 <post@a.example>')
  // The value is not repeated, because it contains a password.
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !(url.protocol === 'smtp:' || url.protocol === 'smtps:') ||
    url.hostname === '' ||
    url.pathname.length > 1
  ) {
    reportError('SMTP_URL 应写成 smtp://用户:密码@主机:端口 或 smtps://，特殊字符用 %XX 表示')
    return undefined
  }
  const user = tryDecode(url.username)
  const pass = tryDecode(url.password)
  if (user === undefined || pass === undefined) {
    reportError('SMTP_URL 里的用户或密码有不完整的 %XX')
    return undefined
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? standardPort[url.protocol] : Number(url.port),
    secure: url.protocol === 'smtps:',
    ...(user === '' ? {} : { login: { user, pass } }),
    from,
  }
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
