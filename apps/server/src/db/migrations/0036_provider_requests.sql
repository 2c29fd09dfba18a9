CREATE TABLE "provider_requests" (
	"access_hash" "bytea" PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone[] NOT NULL
);
