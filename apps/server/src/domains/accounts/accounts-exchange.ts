import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { usersChanged } from './accounts-events.ts'

/** Users announced at once. */
const announcedAtOnce = 1000

/** What operators export of accounts: no sessions, no devices, hashes of passwords only where they ask for them. */
export const accountsExchange = ({ events }: Pick<Platform, 'events'>): ExchangeEntity[] => [
  {
    name: 'users',
    label: '用户（密码散列要加 --with-hashes）',
    table: 'app_user',
    key: ['id'],
    columns: [
      'id',
      'name',
      'name_key',
      'nickname',
      'email',
      'qq',
      'portrait',
      'group_id',
      'user_end_time',
      'authority_id',
      'disabled',
      'adult',
      'leave_at',
      'hides_scores',
      'created_at',
      'password_hash',
      'minors_code',
    ],
    secrets: ['password_hash', 'minors_code'],
    rights: ['group_id', 'user_end_time', 'authority_id'],
    // Whoever registered here since the file was written has a number of it.
    identity: 'name_key',
    announce(ids) {
      for (let at = 0; at < ids.length; at += announcedAtOnce)
        events.announce(usersChanged, { userIds: ids.slice(at, at + announcedAtOnce) })
    },
  },
]
