CREATE TABLE "expense_imports" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"rows" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "expense_imports_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_layouts" (
	"user_id" uuid NOT NULL,
	"file_kind" text NOT NULL,
	"layout" jsonb NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_layouts_user_id_file_kind_pk" PRIMARY KEY("user_id","file_kind")
);
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "import_ref" "bytea";--> statement-breakpoint
ALTER TABLE "expense_imports" ADD CONSTRAINT "expense_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_layouts" ADD CONSTRAINT "import_layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_import_id_expense_imports_user_id_id_fk" FOREIGN KEY ("user_id","import_id") REFERENCES "public"."expense_imports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expenses_user_id_import_id_index" ON "expenses" USING btree ("user_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "expenses_user_id_import_ref_index" ON "expenses" USING btree ("user_id","import_ref") WHERE import_ref is not null;