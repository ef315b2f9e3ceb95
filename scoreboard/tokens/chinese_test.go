package tokens

import (
	"crypto/sha256"
	"encoding/binary"
	"regexp"
	"strconv"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// words are what names in schemas of Chinese applications are made of.
var words = strings.Fields(`用户 订单 商品 编号 名称 状态 类型 时间 创建 更新 日期 金额 数量 地址 电话 邮箱 备注 描述 部门 员工
	公司 学生 课程 教师 成绩 班级 学校 医院 患者 诊断 药品 账户 银行 交易 余额 支付 退款 库存 仓库 供应商 客户 合同 项目 任务 负责人
	城市 省份 国家 邮编 经度 纬度 年龄 性别 生日 密码 登录 权限 角色 菜单 日志 设备 车辆 航班 机场 酒店 房间 价格 折扣 优惠券 评论
	评分 标签 分类 图片 文件 路径 版本 语言 货币 税率 发票 物流 配送 收货人 单位 重量 长度 宽度 高度 颜色 品牌 型号 规格 产地 排序`)

var part = regexp.MustCompile(`[A-Za-z]+|[0-9]+`)

// A renaming gives names of one kind new ones, each another.
type renaming struct {
	names map[string]string // by the old one, folded
	taken map[string]int
}

func newRenaming() renaming { return renaming{map[string]string{}, map[string]int{}} }

// name returns the Chinese name for an English one: a word for each of its first three.
func (r renaming) name(old string) string {
	key := sqlcheck.Fold(old)
	if fresh, ok := r.names[key]; ok {
		return fresh
	}
	fresh := ""
	for _, word := range part.FindAllString(key+" x", 3) {
		sum := sha256.Sum256([]byte(word))
		fresh += words[binary.BigEndian.Uint32(sum[:])%uint32(len(words))]
	}
	if r.taken[fresh]++; r.taken[fresh] > 1 {
		fresh += strconv.Itoa(r.taken[fresh])
	}
	r.names[key] = fresh
	return fresh
}

func (r renaming) all(names []string) {
	for i := range names {
		names[i] = r.name(names[i])
	}
}

// chinese gives tables and columns of the document Chinese names, and returns it. What speaks of the
// old ones goes.
func chinese(doc *schema.Document) *schema.Document {
	tables, columns := newRenaming(), map[string]renaming{}
	of := func(table string) renaming {
		key := sqlcheck.Fold(table)
		if _, ok := columns[key]; !ok {
			columns[key] = newRenaming()
		}
		return columns[key]
	}
	for i := range doc.Tables {
		t := &doc.Tables[i]
		own := of(t.Name)
		for j := range t.Columns {
			t.Columns[j].Name = own.name(t.Columns[j].Name)
		}
		own.all(t.PrimaryKey)
		for _, key := range t.UniqueKeys {
			own.all(key)
		}
		for j := range t.ForeignKeys {
			key := &t.ForeignKeys[j]
			own.all(key.Columns)
			of(key.References.Table).all(key.References.Columns)
			key.References.Table = tables.name(key.References.Table)
		}
		t.Name = tables.name(t.Name)
	}
	doc.Examples, doc.Source = nil, nil
	return doc
}
