import type { EgressReason } from './egress.ts'

/** Messages for the operator, by reason. */
export const egressMessages: Record<EgressReason, string> = {
  malformed: '网址写得不对',
  account: '网址要用的账号本站没有，或者不是这个主机的',
  scheme: '只能用 http 或 https 网址',
  credentials: '网址里不能带用户名和密码',
  port: '网址的端口不在允许之列（可用 EGRESS_ALLOW 放行）',
  address: '网址指向内部网络（可用 EGRESS_ALLOW 放行）',
  host: '网址跳到了没有允许的主机',
  unresolved: '找不到这个域名',
  redirect: '网址跳转的次数太多',
  encoding: '对方用了不认识的压缩方式',
  size: '对方给的文件太大',
  time: '下载超时',
  network: '连接不上，或者中途断开',
}
