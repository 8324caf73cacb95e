/** Invented titles and people whose words repeat as in real ones, for what depends on texts. */

const words =
  '雾港 来信 折柳 长街 夜渡 南窗 旧城 灯火 江湖 远方 风雪 归人 青崖 问剑 盐田 深蓝 松江 灶台 今夜 歌声 霜降 前夜 铁锚 海岸 迷局 追踪 证人 沉默 真相 暗夜 黎明 晨光 暮色 星河 银河 月亮 太阳 流浪 地球 火星 时间 记忆 梦境 花园 森林 沙漠 草原 雪山 大河 长江 黄河 故乡 异乡 北京 上海 重庆 成都 广州 香港 台北 东京 巴黎 爱情 婚姻 家庭 父亲 母亲 兄弟 姐妹 儿女 少年 青春 校园 同桌 老师 医生 律师 警察 侦探 法官 记者 厨师 司机 船长 飞行 机长 战争 和平 英雄 勇士 将军 士兵 皇帝 皇后 公主 王子 宫廷 天下 江山 王朝 大唐 大明 大宋 秦汉 三国 战国 春秋 传奇 传说 故事 神话 妖怪 白蛇 青蛇 狐狸 凤凰 麒麟 巨龙 老虎 狮子 白马 黑鹰 蝴蝶 鲸鱼 玫瑰 牡丹 茉莉 桃花 梅花 樱花 向日葵 琥珀 翡翠 珍珠 黄金 白银 宝藏 秘密 密码 密室 陷阱 游戏 赌局 棋手 剑客 刀客 侠客 武林 功夫 少林 武当 峨眉 昆仑 天山 蓬莱 人间 天堂 地狱 重生 轮回 命运 缘分 相遇 离别 重逢 思念 等待 告白 誓言 约定 承诺 谎言 背叛 复仇 救赎 希望 绝望 勇气 自由 理想 现实 生活 日常 幸福 快乐 烦恼 眼泪 微笑 拥抱 温柔 冷酷 疯狂 寂静 喧嚣 城市 乡村 小镇 村庄 码头 车站 机场 地铁 列车 公路 桥梁 隧道 高楼 老街 胡同 院子 书店 茶馆 酒馆 饭店 医院 学校 监狱 法庭 战场 边境 海岛 孤岛 冰川 极光 彩虹 闪电 雷雨 台风 大雪 春天 夏天 秋天 冬天 清晨 黄昏 午夜 凌晨 昨天 今天 明天 永远 一生 半生 余生 来世 前世 此刻 瞬间 奇迹 奇遇 奇缘 冒险 旅行 漂流 远征 归来 出发 启程 再见 你好 晚安 早安'.split(
    ' ',
  )
const single = [...'大小新老红黄蓝绿白黑金银铁石木水火土风雨雷电山海天地人鬼神仙魔龙虎狼鹰爱恨情仇生死']
const joining = ['', '', '', '', '', '的', '之', '与', '在']
const parts = ['2', '3', '第二季', '第三季', '前传', '外传', '番外']
const surnames = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文',
]
const given = [
  ...'伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂文辉红玲建国华志梅婷雪晨宇浩然子涵梓萱欣怡诗雨佳琪若曦思远砚秋北望哲流云舟清欢知行怀瑾',
]

const pick = <Item>(items: readonly Item[], random: () => number): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('the list is empty')
  return item
}

/** A title of two to nine characters. */
export function inventName(random: () => number): string {
  const word = (): string => pick(words, random)
  const kind = random()
  if (kind < 0.06) return word()
  if (kind < 0.2) return random() < 0.5 ? pick(single, random) + word() : word() + pick(single, random)
  if (kind < 0.3) return word() + word() + word()
  const name = word() + pick(joining, random) + word()
  return kind < 0.4 ? name + pick(parts, random) : name
}

export function inventPerson(random: () => number): string {
  return pick(surnames, random) + pick(given, random) + (random() < 0.7 ? pick(given, random) : '')
}

export interface InventedTexts {
  name: string
  alias: string[]
  directors: string[]
  actors: string[]
}

/** A title with as many aliases and people as an imported one. */
export function inventTexts(random: () => number): InventedTexts {
  return {
    name: inventName(random),
    alias: random() < 0.3 ? [inventName(random)] : [],
    directors: [inventPerson(random)],
    actors: Array.from({ length: 3 }, () => inventPerson(random)),
  }
}
