/** An invented viewer: the key of the account. */
export type DemoViewer = string

/** Viewers whose comments were written for one title. */
const named = {
  haiyan: '海盐汽水',
  linjian: '林间小路',
  oolong: '半糖乌龙',
  nightboat: '夜航船',
  zhou: '南门老周',
  ajiu: '阿九不吃鱼',
  platform: '月台14号',
  cat: '听雨的猫',
} as const satisfies Record<string, string>

const single =
  `一碗小面 今天也没早睡 梅雨季 周五晚上 西瓜皮 鱼不吃猫 momo 山脚下的邮局 第三排靠窗 橘子汽水 不加香菜 老电影放映员 晚点再说
  北纬三十度 慢半拍 蓝色窗帘 二楼的琴声 冬眠预备役 阿满 小满的爸爸 退休的数学老师 一只路人 卷心菜 云吞面加蛋 听风 半亩方塘 三点水
  楼上的王姐 江边钓鱼佬 海带打结 又见炊烟 白日梦 天黑请睁眼 五号线末班 四月 老六 铁观音 麦子熟了 南瓜马车 我不是导演 追剧到三点
  被窝影评人 电视机前的狗 票根收藏家 十一点半 云朵工厂 会飞的土豆 咸鱼翻面 打酱油的 旧报纸 书签 窗台多肉 江南雨 大漠孤烟
  夏天的尾巴 苏打饼干 黄昏收音机 木头人 海里的鹿 石榴红了 走失的袜子 夜宵摊主 老街坊 一页纸 橡皮擦 豆浆油条 雪国列车员 长安故里
  路灯下 胖达 小城故事多 不会下棋 白开水 早班地铁 竹里馆 野渡无人 霜叶红 只看不说 拾荒者 拖延症晚期 阳台种菜 左耳 抹茶拿铁
  蒲公英 老船长 空山新雨 码字的鱼 守夜人 蚂蚁搬家 六月的雪 芝麻汤圆 灯下黑 无糖可乐 山有木兮 河东 清汤锅底 七月流火 青团
  小镇放映室 等风来 碎碎念 南方以南 浮世绘 一粒盐 月亮不睡 米饭杀手 沉默的螺丝 万事屋 退堂鼓手 猫在钢琴上 单车少年 风信子`.split(
    /\s+/u,
  )

/** Display names of the invented viewers, by key. These accounts have no password, so nobody can sign in. */
export const demoViewers: Readonly<Record<DemoViewer, string>> = {
  ...named,
  ...Object.fromEntries(single.map((name, at) => [`v${at + 1}`, name])),
}

/** Viewers whose comments are composed. */
export const crowdViewers: readonly DemoViewer[] = Object.keys(demoViewers).filter((key) => !Object.hasOwn(named, key))
