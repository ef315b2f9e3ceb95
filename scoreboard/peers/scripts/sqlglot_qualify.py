"""sqlglot's qualify: one SELECT, each table in the schema, each column resolved."""

import logging

import sqlglot
from lines import Refusal, serve
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import traverse_scope
from sqlglot.schema import MappingSchema

logging.disable(logging.CRITICAL)

# By default the MySQL dialect takes names as they are written. Folding all of them, in the schema
# too, accepts what a server accepts that folds the names of tables.
DIALECT = "mysql, normalization_strategy=case_insensitive"


def prepare(catalog):
    tables = {
        table["name"]: {c["name"]: c["type"] or "text" for c in table["columns"] if not c.get("hidden")}
        for table in catalog["tables"]
    }
    return catalog["database"], MappingSchema({catalog["database"]: tables}, dialect=DIALECT)


def judge(sql, catalog):
    database, schema = catalog
    try:
        statements = [s for s in sqlglot.parse(sql, read=DIALECT) if not is_empty(s)]
        if len(statements) != 1 or not isinstance(statements[0], exp.Query):
            raise Refusal("not one SELECT")
        query = qualify(statements[0], db=database, schema=schema, dialect=DIALECT)
        check_tables(query, schema)
    except SqlglotError as error:
        raise Refusal(str(error)) from error


def is_empty(statement):
    """Reports whether a statement is what stands between two semicolons with nothing between them."""
    return statement is None or isinstance(statement, exp.Semicolon)


def check_tables(query, schema):
    """qualify resolves columns only: a table that the schema lacks is taken on trust."""
    for scope in traverse_scope(query):
        for source in scope.sources.values():
            if not isinstance(source, exp.Table) or source.name.lower() == "dual":
                continue
            if not schema.column_names(source):
                raise Refusal(f"unknown table {source.sql()}")


if __name__ == "__main__":
    serve(judge, prepare)
