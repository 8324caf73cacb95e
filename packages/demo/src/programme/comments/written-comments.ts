import type { DemoViewer } from './viewers.ts'

/** A comment of an invented viewer. */
export interface DemoComment {
  by: DemoViewer
  text: string
  hoursAgo: number
  likedBy?: readonly DemoViewer[]
}

/** A comment with its replies. */
export interface DemoThread extends DemoComment {
  /** Oldest first. */
  answers?: readonly DemoComment[]
}

/** Comments that were written for one title, by its slug. Without spoilers. */
export const writtenComments: Readonly<Record<string, readonly DemoThread[]>> = {
  'letters-from-fog-harbour': [
    {
      by: 'nightboat',
      text: '雾钟那一集的声音设计太好了，戴耳机看，钟声是从左边慢慢绕过来的。\n\n建议大家关灯看。',
      hoursAgo: 76,
      likedBy: ['haiyan', 'linjian', 'zhou', 'ajiu', 'cat'],
      answers: [
        { by: 'ajiu', text: '已经关灯了，现在不敢去倒水。', hoursAgo: 74, likedBy: ['nightboat', 'oolong', 'cat'] },
        { by: 'nightboat', text: '水放手边再看下一集。', hoursAgo: 73, likedBy: ['ajiu'] },
        { by: 'cat', text: '我是外放，我家猫也往左边看了。', hoursAgo: 50, likedBy: ['haiyan', 'ajiu'] },
      ],
    },
    {
      by: 'zhou',
      text: '片头那张海图是可以看懂的，每集多一条航线，停下来对一对很有意思。',
      hoursAgo: 52,
      likedBy: ['nightboat', 'platform', 'linjian'],
      answers: [{ by: 'linjian', text: '谢谢提醒，又要从第一集看起了。', hoursAgo: 49 }],
    },
    { by: 'oolong', text: '一周两集不够看，等完结的能忍住吗？我忍不住。', hoursAgo: 20, likedBy: ['haiyan'] },
    { by: 'haiyan', text: '卖烟女孩每次出场都只有一句台词，每一句都有用。', hoursAgo: 5, likedBy: ['zhou'] },
  ],
  'linjiang-road-9': [
    {
      by: 'platform',
      text: '在老楼里长大的人看第一集就红了眼睛，水表箱上的粉笔字和我家那时候一模一样。',
      hoursAgo: 190,
      likedBy: ['zhou', 'oolong', 'haiyan', 'linjian'],
      answers: [{ by: 'zhou', text: '我们楼写的是“三楼勿扰，夜班”。', hoursAgo: 188, likedBy: ['platform', 'cat'] }],
    },
    { by: 'linjian', text: '邮递员小伍出场就有好事，希望他每集都来。', hoursAgo: 96, likedBy: ['ajiu'] },
    { by: 'cat', text: '十六集刚刚好，一个周末看完。', hoursAgo: 31 },
  ],
  'zheliu-lane': [
    {
      by: 'oolong',
      text: '适合下雨天开着当背景，看着看着就放下手机了。',
      hoursAgo: 66,
      likedBy: ['cat', 'platform'],
      answers: [{ by: 'cat', text: '今天就在下雨，正在看。', hoursAgo: 40, likedBy: ['oolong'] }],
    },
    { by: 'zhou', text: '修伞那几场是真手艺，手上功夫不是演的。', hoursAgo: 27, likedBy: ['linjian', 'haiyan'] },
  ],
  'blade-of-the-blue-cliff': [
    {
      by: 'ajiu',
      text: '我和里面的阿九同名，请大家对他好一点。',
      hoursAgo: 120,
      likedBy: ['nightboat', 'oolong', 'platform', 'cat'],
      answers: [
        { by: 'nightboat', text: '那你吃鱼吗？', hoursAgo: 119, likedBy: ['haiyan', 'cat'] },
        { by: 'ajiu', text: '看名字。', hoursAgo: 118, likedBy: ['nightboat'] },
      ],
    },
    { by: 'haiyan', text: '打得少，看得懂，风吹过竹子的镜头可以截下来当壁纸。', hoursAgo: 45, likedBy: ['linjian'] },
  ],
  'last-ferry': [
    {
      by: 'linjian',
      text: '只有两个人、一条船，四十分钟没有一句废话。',
      hoursAgo: 300,
      likedBy: ['nightboat', 'platform'],
    },
  ],
  'kite-and-summer': [
    {
      by: 'cat',
      text: '带孩子看的，看完他要去放风筝，我要再看一遍。',
      hoursAgo: 88,
      likedBy: ['zhou', 'oolong', 'linjian'],
      answers: [{ by: 'oolong', text: '我没有孩子，我也要去放风筝。', hoursAgo: 80, likedBy: ['cat', 'haiyan'] }],
    },
  ],
}
