import { lines } from './lines.ts'

/** What viewers of any title write. `{片名}` is its name, `{集}` the number of the episode. */

/** In the first seconds of an episode. */
export const openingLines = lines(`
  来了来了
  打卡
  二刷报到
  三刷了，还是好看
  刚下班，来看
  片头不跳
  这个片头曲绝了
  耳机党就位
  从首页过来的
  晚上好
  端着饭来的
  和猫一起看
  抱着西瓜来的
  被朋友按头看的
  听说很好看
  开始啦
  坐好了
  谁也是今天才看
  补课来了
  前排
  作业写完了才来的
  陪我妈看
  高铁上看的
  睡前一集
  {片名}我来了
  为了{片名}专门注册的
  终于等到{片名}`)

/** In the first seconds of a later episode. */
export const laterOpeningLines = lines(`
  第{集}集打卡
  追到第{集}集了
  上一集看得我没睡着
  接着上一集
  等了好久的第{集}集
  连看{集}集，眼睛花了
  第{集}集了，还没弃`)

/** In the last seconds of an episode. */
export const endingLines = lines(`
  就没了？
  还想看
  下一集见
  看完了，晚安
  谢谢制作组
  片尾也别关
  明天再来
  值得再看一遍
  推荐给朋友了
  啊，卡在这里
  断在这里是人吗
  片尾曲好听
  一集怎么这么短
  缓一缓再看下一集
  给编剧寄刀片
  给制作组加鸡腿
  散了散了，洗洗睡
  回去再看一遍开头
  写个影评去`)

/** At any moment. */
export const anyLines = lines(`
  这个构图绝了
  配乐好听
  求原声
  截图了
  呼吸感
  细节好多
  ？？？
  小声说一句好看
  弹幕好温柔
  字幕好评
  这个转场好舒服
  颜色真好看
  远处那个是什么
  慢一点，再慢一点
  看困了，是夸奖
  有点想家
  倍速党错过了一个亿
  原速看才有味道
  声音做得真细
  我又回来看这段
  定格
  手机壁纸有了
  注意看左边
  右下角有彩蛋
  这个镜头好长，喜欢
  默默看
  导演是懂留白的
  有人在吗
  我在
  我也在
  现在几点了你们还不睡
  公司摸鱼看
  厕所看完一集
  有没有2026年来的
  剧组用心了
  这一段没有台词，但什么都说了
  演技在线
  值得五星
  {片名}真的可以
  安利{片名}第一天
  求{片名}出周边`)

/** Put around a line, so that many viewers who think the same do not write the same. */
export const heads = [
  '',
  '',
  '',
  '',
  '',
  '',
  '哇，',
  '我去，',
  '天，',
  '救命，',
  '啊啊啊',
  '真的，',
  '哈哈，',
  '不是，',
] as const
export const tails = [
  '',
  '',
  '',
  '',
  '',
  '',
  '！',
  '！！',
  '…',
  '～',
  '哈哈',
  '，真的',
  '，谁懂',
  '，我说的',
  '！！！',
] as const

/** On channels, whatever they show. */
export const channelLines = lines(`
  晚上好各位
  有人在看吗
  在的在的
  刚打开就是这个
  这集看过，再看一遍
  开着当背景声
  节目单可以回看，真好
  今天人不少
  吃饭就看这个台
  爸妈也在看
  这段回看了两遍
  画质可以
  声音有点小，调大了
  接着放什么
  下一个节目我要看
  等了一天了
  哈哈哈
  这个好
  别换台
  换台回来了
  晚安，先睡了
  路过
  打卡
  从手机转到电视上了
  客厅就是要有电视声
  刚做完饭，赶上了
  有没有一起熬夜的
  {片名}什么时候播完
  蹲一个{片名}
  又在播{片名}了，好`)
