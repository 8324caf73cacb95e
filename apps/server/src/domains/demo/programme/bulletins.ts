import type { BulletinToSave } from '../demo-needs.ts'

const daySec = 24 * 3600

const quiet = { dialog: 0, endsAt: null } as const

/** What the station says to its first visitors. Neither comes up by itself. */
export const demoBulletins = (nowSec: number): BulletinToSave[] => [
  {
    ...quiet,
    title: '欢迎来到云幕',
    content:
      '这里是一座刚刚开张的影视站。\n现在看到的片单都是演示：片名、剧情和演员皆为虚构，短片由本站自己绘制，随便看，随便点。\n登录之后，看到哪里、收藏了什么，会跟着你到每一台设备。',
    startsAt: nowSec,
  },
  {
    ...quiet,
    title: '追剧看更新表',
    content:
      '连载剧集周几更新、几点更新，都在“最近更新”里按天列好。\n看过的剧有了新的一集，“看过”里会标出来，点一下接着看。',
    startsAt: nowSec - daySec,
  },
]
