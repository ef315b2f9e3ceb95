package builtin

import (
	"strings"
	"testing"
)

// refused are functions that servers have and no query may call, by what they do.
var refused = map[string]string{
	"wait, lock, burn": `benchmark get_lock is_free_lock is_used_lock master_gtid_wait master_pos_wait
		release_all_locks release_lock sleep source_pos_wait wait_for_executed_gtid_set
		wait_until_sql_thread_after_gtids wsrep_last_seen_gtid wsrep_last_written_gtid
		wsrep_sync_wait_upto_gtid`,
	"change state": `found_rows last_insert_id lastval nextval row_count setval uuid_short`,
	"tell about the server": `binlog_gtid_pos connection_id current_resource_group current_role
		current_role_in current_user current_user_in database icu_version load_file ps_current_thread_id
		ps_thread_id roles_graphml schema schemas session_user system_user user version version_with_update`,
	"tell about TiDB": `tidb_bounded_staleness tidb_current_tso tidb_decode_base64_key
		tidb_decode_binary_plan tidb_decode_key tidb_decode_plan tidb_decode_sql_digests
		tidb_encode_index_key tidb_encode_record_key tidb_encode_sql_digest tidb_is_ddl_owner
		tidb_mvcc_info tidb_parse_tso tidb_parse_tso_logical tidb_row_checksum tidb_shard tidb_version
		vitess_hash`,
	"leak through errors or names": `extractvalue name_const updatexml`,
	"make or check secrets": `decode des_decrypt des_encrypt encode encrypt old_password password
		random_bytes validate_password_strength`,
	"administer": `asynchronous_connection_failover_* decode_histogram gtid_subset gtid_subtract
		innodb_redo_log_sharp_checkpoint innodb_set_open_files_limit`,
	"are for MySQL's own system views": `can_access_* convert_cpu_id_mask convert_interval_to_user_interval
		get_dd_* get_jdv_property_key_value internal_* is_visible_dd_object remove_dd_property_key`,
	"build strings of any length":                                           `sformat`,
	"are for JSON duality views":                                            `etag json_duality_object`,
	"derive keys, so that their iterations are a BENCHMARK by another name": `kdf`,
	"are names of units that MySQL's lexer takes for functions":             `sql_tsi_*`,
	"the parser does not read":                                              `median percentile_cont percentile_disc`,
	"the parser has under another name":                                     `std stddev variance`,
	"aggregate, or need an index, unseen by the tree":                       `fts_match_word json_sum_crc32`,
	"are other nodes of the tree": `and binary character bitand bitneg bitor bitxor case cast default_func div eq ge gt
		ilike in intdiv isfalse istrue istrue_with_null le leftshift like lt minus mod mul ne not nulleq
		or plus regexp rightshift row unaryminus unaryplus values xor`,
	"are the parser's own": `firstrow getparam getvar setvar`,
	"belong to MariaDB's ORACLE mode": `concat_operator_oracle decode_oracle lpad_oracle ltrim_oracle
		replace_oracle rpad_oracle rtrim_oracle substr_oracle trim_oracle`,
	"come with a component": `gen_range gen_rnd_email mask_date mask_full mask_inner mask_null
		mask_partial`,
	"do not exist": `datepart divide multiply strftime subtract`,
}

func TestRefusedFunctionsHaveNoEntry(t *testing.T) {
	for what, names := range refused {
		for _, name := range strings.Fields(names) {
			for _, dialect := range eachDialect {
				for kind := Scalar; kind <= Window; kind++ {
					for _, spelling := range []string{name, strings.ToUpper(name)} {
						if f := named(kind, spelling, dialect.d); len(f) > 0 && what != "the parser has under another name" {
							t.Errorf("%s, of those that %s: under %s there is %s", spelling, what, dialect.name, f[0].SQL)
						}
					}
				}
			}
		}
	}
}
