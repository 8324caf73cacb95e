import type { TestStation } from './in-process-station.ts'

/** Adds a user without an e-mail address. Returns a token that signs a browser in. */
export async function addUser({ station }: Pick<TestStation, 'station'>, name: string): Promise<string> {
  const { manager } = station.accounts
  await manager.add({ name, email: '', password: 'wanquan-budui-93' })
  const issued = await manager.issueToken(name, { name: '测试', days: 1, scope: 'account' })
  if (typeof issued === 'string') throw new Error(issued)
  return issued.token
}

/** Lets a user have agreed to the terms of memberships, as everybody has after the first order. */
export async function agreeToVipTerms({ platform, station }: Pick<TestStation, 'platform' | 'station'>, name: string) {
  await platform.pool.query(
    `insert into legal_consent (user_id, kind, version, at_sec) select id, 'vip', $2, 0 from app_user where name = $1`,
    [name, await station.legal.label('vip')],
  )
}
