/** A bulletin. Times are Unix seconds. */
export interface DemoBulletin {
  title: string
  content: string
  /** 0: the bulletin does not open as a dialog. */
  dialog: 0
  startsAt: number | null
  endsAt: null
}

const daySec = 24 * 3600

const common = { dialog: 0, endsAt: null } as const

/** Bulletins for the first visitors. */
export const demoBulletins = (nowSec: number): DemoBulletin[] => [
  {
    ...common,
    title: '欢迎来到云幕',
    content:
      '这里是一座刚刚开张的影视站。\n现在看到的片单都是演示：片名、剧情和演员皆为虚构，短片由本站自己绘制，随便看，随便点。\n登录之后，看到哪里、收藏了什么，会跟着你到每一台设备。',
    startsAt: nowSec,
  },
  {
    ...common,
    title: '追剧看更新表',
    content:
      '连载剧集周几更新、几点更新，都在“最近更新”里按天列好。\n看过的剧有了新的一集，“看过”里会标出来，点一下接着看。',
    startsAt: nowSec - daySec,
  },
]
